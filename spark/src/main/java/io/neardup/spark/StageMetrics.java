package io.neardup.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/// Sums what the tasks of each named stage took. Thread-safe.
final class StageMetrics extends SparkListener {

  private final Map<String, NamedStage> sums = new LinkedHashMap<>();
  private final ConcurrentMap<Integer, String> names = new ConcurrentHashMap<>();

  /// What a stage took.
  ///
  /// @param tasks the number of tasks that succeeded
  /// @param taskSeconds the time of all of them
  /// @param shuffleBytes written for other stages
  record NamedStage(String stage, long tasks, double taskSeconds, long shuffleBytes) {}

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted submitted) {
    Properties properties = submitted.properties();
    String name = properties == null ? null : properties.getProperty("spark.job.description");
    if (name != null) {
      names.put(submitted.stageInfo().stageId(), name);
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
    String name = names.get(task.stageId());
    TaskMetrics metrics = task.taskMetrics();
    if (name != null && metrics != null && task.taskInfo().successful()) {
      sums.merge(
          name,
          new NamedStage(
              name,
              1,
              metrics.executorRunTime() / 1000.0,
              metrics.shuffleWriteMetrics().bytesWritten()),
          (a, b) ->
              new NamedStage(
                  name,
                  a.tasks + b.tasks,
                  Math.round((a.taskSeconds + b.taskSeconds) * 1000) / 1000.0,
                  a.shuffleBytes + b.shuffleBytes));
    }
  }

  /// The stages in the order of their first tasks.
  synchronized List<NamedStage> stages() {
    return List.copyOf(sums.values());
  }
}
