// Settings of an application as a whole: its name, where it runs, how its data is cut.
#pragma once

#include "ferro/conf/conf_key.h"
#include "ferro/conf/master.h"

namespace ferro::keys {

inline constexpr ConfKey<std::optional<std::string>> kAppName({
    .name = "ferro.app.name",
    .whenUnset = "the program's file name",
    .meaning = "Name of the application, as shown in logs, events and the UI.",
});

inline constexpr ConfKey<std::string> kMaster({
    .name = "ferro.master",
    .defaultText = "local[*]",
    .meaning =
        "Where tasks run: `local[N]` threads of this process (`*`: one for each core; `F`: failures of a task "
        "before its job fails), `local-cluster[...]` processes on this machine, a `slurm` cluster, the processes of "
        "one `mpirun` (`mpi`), or executors that somebody else starts (`external[...]`).",
    .accepts = isMaster,
    .acceptedForm = kMasterForms,
});

inline constexpr ConfKey<std::optional<std::string>> kPropertiesFile({
    .name = "ferro.properties.file",
    .whenUnset = "`$FERRO_PROPERTIES_FILE`, else none",
    .meaning = "A file of settings that is stronger than the defaults file and weaker than arguments and code; it "
               "cannot be set in a file.",
});

inline constexpr ConfKey<std::optional<int64_t>> kDefaultParallelism({
    .name = "ferro.default.parallelism",
    .whenUnset = "the number of cores of all executors (in local mode, of threads)",
    .meaning = "Number of partitions of `parallelize`, and of shuffles whose parents have no partitioner, when the "
               "program gives none.",
    .range = between(1, 10'000'000),
});

inline constexpr ConfKey<std::optional<int64_t>> kSqlShufflePartitions({
    .name = "ferro.sql.shuffle.partitions",
    .whenUnset = "by the size of the data: from four for each core up to 200",
    .meaning = "Number of partitions that DataFrame joins and aggregations shuffle into.",
    .range = between(1, 10'000'000),
});

inline constexpr ConfKey<ByteSize> kSqlAutoBroadcastJoinThreshold({
    .name = "ferro.sql.autoBroadcastJoinThreshold",
    .defaultText = "10m",
    .meaning = "Largest table, in bytes, that a join sends whole to every executor instead of shuffling both sides; 0 "
               "means none.",
});

inline constexpr ConfKey<bool> kSqlPreferSortMergeJoin({
    .name = "ferro.sql.join.preferSortMergeJoin",
    .defaultText = "false",
    .meaning = "Join large tables by sorting both sides, as Spark does by default, instead of through hash tables that "
               "go to disk in parts. Slower, but takes little memory however many rows there are.",
});

inline constexpr ConfKey<std::string> kSqlSessionTimeZone({
    .name = "ferro.sql.session.timeZone",
    .defaultText = "UTC",
    .meaning = "Time zone in which timestamps are read from text, shown and taken apart: a region (`Europe/Berlin`) or "
               "an offset (`+01:00`). Regions need the package tzdata on every machine.",
});

inline constexpr ConfKey<std::string> kSqlParquetDatetimeRebaseModeInRead({
    .name = "ferro.sql.parquet.datetimeRebaseModeInRead",
    .defaultText = "CORRECTED",
    .meaning = "Calendar of dates before 1582-10-15 and timestamps before 1900 in Parquet files that Spark did not "
               "write: today's (`CORRECTED`), the Julian one that Spark 2 and Hive used (`LEGACY`), or an error "
               "(`EXCEPTION`). Spark's own files tell it themselves.",
    .choices = "EXCEPTION, CORRECTED, LEGACY",
});

inline constexpr ConfKey<std::string> kSqlParquetInt96RebaseModeInRead({
    .name = "ferro.sql.parquet.int96RebaseModeInRead",
    .defaultText = "CORRECTED",
    .meaning = "The same for timestamps of 96 bits.",
    .choices = "EXCEPTION, CORRECTED, LEGACY",
});

inline constexpr ConfKey<bool> kFilesVerifyUnchanged({
    .name = "ferro.files.verifyUnchanged",
    .defaultText = "true",
    .meaning = "Fails a job whose input file has another size or time (or tag, in object stores) when it is read than "
               "when the DataFrame or Rdd was made. Turn it off when each machine has a copy of its own with another "
               "time, or when files that grow are to be read as far as they were.",
});

inline constexpr ConfKey<std::vector<std::string>> kLocalDir({
    .name = "ferro.local.dir",
    .defaultText = "/tmp",
    .meaning = "Directories for shuffle files, spills and blocks on disk; several on different disks share the load.",
});

inline constexpr ConfSubstitute kSerializerSubstitutes[] = {
    {"org.apache.spark.serializer.KryoSerializer", "arrow",
     "Kryo writes objects of a JVM; Ferro has none, its data is Arrow blocks already"},
    {"org.apache.spark.serializer.JavaSerializer", "arrow",
     "Java serialization writes objects of a JVM; Ferro has none, its data is Arrow blocks already"},
};

inline constexpr ConfKey<std::string> kSerializer({
    .name = "ferro.serializer",
    .defaultText = "arrow",
    .meaning =
        "How data is written when it moves or rests. Always Arrow; the names of Spark's Kryo and Java serializers "
        "are accepted, and a warning explains that they are not needed.",
    .choices = "arrow",
    .substitutes = kSerializerSubstitutes,
});

inline constexpr ConfKey<bool> kLocalSerialize({
    .name = "ferro.local.serialize",
    .defaultText = "false",
    .meaning = "Sends each task of local mode through bytes and back, as if to another process: slower, and finds what "
               "would fail on a cluster.",
});

}  // namespace ferro::keys
