package io.neardup.spark;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
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
    Map<String, NamedStage> stages = new LinkedHashMap<>();
    CollectionConverters.asJava(
            spark.statusStore().stageList(List.of(), false, false, new double[0], List.of()))
        .stream()
        .filter(stage -> stage.description().isDefined())
        .filter(stage -> stage.submissionTime().exists(time -> time.toInstant().toEpochMilli() >= start))
        .sorted(Comparator.comparingInt(StageData::stageId))
        .forEach(stage -> stages.merge(stage.description().get(), of(stage), NamedStage::plus));
    return List.copyOf(stages.values());
  }

  private static NamedStage of(StageData stage) {
    return new NamedStage(
        stage.description().get(),
        stage.numCompleteTasks(),
        stage.executorRunTime() / 1000.0,
        stage.shuffleWriteBytes());
  }

  private NamedStage plus(NamedStage other) {
    return new NamedStage(
        stage,
        tasks + other.tasks,
        Math.round((taskSeconds + other.taskSeconds) * 1000) / 1000.0,
        shuffleBytes + other.shuffleBytes);
  }
}
