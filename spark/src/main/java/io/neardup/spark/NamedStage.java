package io.neardup.spark;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.spark.SparkContext;
import org.apache.spark.status.api.v1.StageData;
import scala.jdk.javaapi.CollectionConverters;

/// What the tasks of the stages of one name took, as Spark's UI has it.
///
/// @param stage the name
/// @param tasks the number of tasks that succeeded
/// @param taskSeconds the time of all tasks
/// @param shuffleBytes written for other stages
record NamedStage(String stage, long tasks, double taskSeconds, long shuffleBytes) {

  /// The stages in the order in which they were planned.
  ///
  /// @param start in milliseconds since 1970: earlier ones do not count
  static List<NamedStage> since(long start, SparkContext spark) {
    try {
      spark.listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      // The last tasks are missing.
    }
    Map<String, List<StageData>> stages =
        CollectionConverters.asJava(
                spark.statusStore().stageList(List.of(), false, false, new double[0], List.of()))
            .stream()
            .filter(stage -> stage.description().isDefined())
            .filter(stage ->
                stage.submissionTime().exists(time -> time.toInstant().toEpochMilli() >= start))
            .sorted(Comparator.comparingInt(StageData::stageId))
            .collect(
                Collectors.groupingBy(
                    stage -> stage.description().get(), LinkedHashMap::new, Collectors.toList()));
    return stages.entrySet().stream().map(each -> of(each.getKey(), each.getValue())).toList();
  }

  private static NamedStage of(String name, List<StageData> stages) {
    return new NamedStage(
        name,
        stages.stream().mapToLong(StageData::numCompleteTasks).sum(),
        stages.stream().mapToLong(StageData::executorRunTime).sum() / 1000.0,
        stages.stream().mapToLong(StageData::shuffleWriteBytes).sum());
  }
}
