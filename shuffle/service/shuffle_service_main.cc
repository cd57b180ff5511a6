// ferro-shuffle-service: the process that serves map outputs of this host after their executors are gone.
#include <csignal>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/network_reach.h"
#include "ferro/conf/properties_file.h"
#include "ferro/shuffle/service/service_settings.h"
#include "ferro/shuffle/service/shuffle_service.h"

namespace ferro {
namespace {

constexpr std::string_view kHelp =
    R"(ferro-shuffle-service: serves the map outputs of this machine's executors, also after they are gone.

  --properties-file FILE   settings, as in ferro-defaults.conf
  --conf KEY=VALUE         one setting; stronger than the file, and may be repeated
  --help                   this

It listens at ferro.shuffle.service.bindAddress, port ferro.shuffle.service.port, and runs until SIGTERM. It must run as
the user of the applications. The secret by which executors know it is in the file ferro.shuffle.service.secret.file; by
default the service makes one below ferro.local.dir. Secrets are never given as arguments.
)";

void addPropertiesFile(Conf& conf, const std::string& path) {
  std::ifstream file(path);
  std::stringstream content;
  content << file.rdbuf();
  if (!file) throw Error(ErrorCode::kNotFound, "cannot read the properties file " + path);
  for (const Property& property : parseProperties(content.str())) {
    conf.setIfMissing(property.key, property.value, path + ":" + std::to_string(property.line));
  }
}

Conf readArguments(int argc, char** argv) {
  Conf conf;
  std::string propertiesFile;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if ((option != "--conf" && option != "--properties-file") || i + 1 == argc) {
      throw Error(ErrorCode::kInvalidArgument,
                  "unknown or incomplete argument " + std::string(option) + "; see --help");
    }
    const std::string_view value = argv[i + 1];
    if (option == "--properties-file") {
      propertiesFile = value;
      continue;
    }
    const size_t equals = value.find('=');
    const std::string_view key = value.substr(0, equals);
    if (equals == std::string_view::npos) {
      throw Error(ErrorCode::kInvalidArgument, "--conf needs KEY=VALUE, not " + std::string(value));
    }
    if (key == keys::kAuthenticateSecret.name) {
      throw Error(ErrorCode::kInvalidArgument, "a secret cannot be an argument, which others can see; use a file");
    }
    conf.set(key, value.substr(equals + 1));
  }
  if (!propertiesFile.empty()) addPropertiesFile(conf, propertiesFile);
  return conf;
}

ShuffleServiceOptions optionsOf(const Conf& conf) {
  ShuffleServiceOptions options;
  options.bind = {conf.get(keys::kShuffleServiceBindAddress),
                  static_cast<uint16_t>(conf.get(keys::kShuffleServicePort))};
  options.net = NetOptions::fromConf(conf);
  options.net.tls = usesTls(conf, options.bind.host);
  options.net.authenticate = true;
  options.net.secret = makeShuffleServiceSecret(conf);
  options.roots = localRoots(conf.get(keys::kLocalDir));
  options.driverGrace = conf.get(keys::kShuffleServiceGrace);
  return options;
}

void serveUntilSignal(const Conf& conf) {
  // Blocked before the first thread starts, so that only the one that waits for them gets them.
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  ShuffleService service(optionsOf(conf));
  std::thread waiter([&] {
    int signal = 0;
    sigwait(&ending, &signal);
    service.stop();
  });
  std::cout << "ferro-shuffle-service listens at " << service.address().text() << std::endl;
  service.run();
  waiter.join();
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--help") continue;
    std::cout << ferro::kHelp;
    return 0;
  }
  try {
    const ferro::Conf conf = ferro::readArguments(argc, argv);
    for (const std::string& warning : conf.warnings()) ferro::logWarn(warning);
    ferro::serveUntilSignal(conf);
  } catch (const std::exception& error) {
    std::cerr << "ferro-shuffle-service: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
