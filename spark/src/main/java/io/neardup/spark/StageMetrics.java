package io.neardup.spark;

import java.util.LinkedHashMap;
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

  private final Map<String, Sums> sums = new LinkedHashMap<>();
  private final ConcurrentMap<Integer, String> names = new ConcurrentHashMap<>();

  /// What a stage took.
  ///
  /// @param tasks the number of tasks that succeeded
  /// @param taskMillis the time of all of them
  /// @param shuffleBytes written for other stages
  record Sums(long tasks, long taskMillis, long shuffleBytes) {}

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
          new Sums(1, metrics.executorRunTime(), metrics.shuffleWriteMetrics().bytesWritten()),
          (a, b) ->
              new Sums(
                  a.tasks + b.tasks, a.taskMillis + b.taskMillis, a.shuffleBytes + b.shuffleBytes));
    }
  }

  /// The sums by the names of stages, in the order of their first tasks.
  synchronized Map<String, Sums> sums() {
    return new LinkedHashMap<>(sums);
  }
}
