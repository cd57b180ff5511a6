// Settings of secrets: which connections are trusted, what is encrypted on disk, and what is never shown.
#pragma once

#include "ferro/conf/conf_key.h"
#include "ferro/conf/redaction.h"

namespace ferro::keys {

inline constexpr ConfKey<bool> kAuthenticate({
    .name = "ferro.authenticate",
    .defaultText = "true",
    .meaning = "Makes every connection prove that it knows the application's secret before anything else is read. "
               "Unlike in Spark it is on by default.",
});

inline constexpr ConfKey<bool> kAuthenticateAllowInsecureNetwork({
    .name = "ferro.authenticate.allowInsecureNetwork",
    .defaultText = "false",
    .meaning = "Allows `ferro.authenticate=false` also where other machines can reach this one. TLS does not help "
               "there: without the secret nobody is authenticated.",
});

inline constexpr ConfKey<std::optional<std::string>> kAuthenticateSecret({
    .name = "ferro.authenticate.secret",
    .whenUnset = "a random one for each application",
    .meaning = "The secret itself. It is refused among arguments, which other users of the machine can see.",
    .isSecret = true,
});

inline constexpr ConfKey<std::optional<std::string>> kAuthenticateSecretFile({
    .name = "ferro.authenticate.secret.file",
    .whenUnset = "`ferro.authenticate.secret`",
    .meaning = "File whose content is the secret, for driver and executors alike.",
});

inline constexpr ConfKey<int64_t> kAuthenticateSecretBitLength({
    .name = "ferro.authenticate.secretBitLength",
    .defaultText = "256",
    .meaning = "Bits of a secret that Ferro makes itself.",
    .range = between(128, 4'096),
});

inline constexpr ConfKey<bool> kIoEncryptionEnabled({
    .name = "ferro.io.encryption.enabled",
    .defaultText = "false",
    .meaning =
        "Encrypts the temporary files of an application by AES-GCM, under a random key that is never stored: "
        "spills, shuffle files and cached blocks on disk. Checkpoints and what the program writes itself are not "
        "encrypted.",
});

inline constexpr ConfKey<int64_t> kIoEncryptionKeySizeBits({
    .name = "ferro.io.encryption.keySizeBits",
    .defaultText = "128",
    .meaning = "Bits of the AES key that `ferro.io.encryption.enabled` makes.",
    .choices = "128, 192, 256",
});

inline constexpr ConfKey<std::string> kRedactionRegex({
    .name = "ferro.redaction.regex",
    .defaultText = "(?i)secret|password|token|access[.]?key",
    .meaning =
        "Settings in whose key or value this is found are shown as `*********(redacted)` in errors, warnings, logs, "
        "events and the UI; a leading `(?i)` ignores letter case.",
    .accepts = isRegularExpression,
    .acceptedForm = "a regular expression (ECMAScript)",
});

}  // namespace ferro::keys
