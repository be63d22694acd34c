package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cluster of two executors, which are processes of their own; one is killed while pairs are
/// found.
@Tag("cluster")
class LostExecutorTests {

  private static final String STAGE = "neardup: pairs of fingerprints";

  @TempDir Path folder;

  private Path corpus() throws Exception {
    Random random = new Random(3);
    StringBuilder lines = new StringBuilder();
    String[] last = new String[40];
    for (int i = 0; i < 1_000; i++) {
      if (i % 3 > 0) {
        for (int word = 0; word < last.length; word++) {
          last[word] = "w" + random.nextInt(5_000);
        }
      } else if (last[0] != null) {
        last[random.nextInt(last.length)] = "changed";
      } else {
        Arrays.fill(last, "first");
      }
      lines.append("{\"text\": \"").append(String.join(" ", last)).append("\"}\n");
    }
    return Files.writeString(folder.resolve("corpus.jsonl"), lines);
  }

  private static String[] command(Path input, Path output) {
    return new String[] {
      "pairs", "-i", input.toString(), "-o", output.toString(), "--profile", "paper-v1", "-d", "8"
    };
  }

  private static List<String> pairs(SparkSession spark, Path output) {
    return sorted(spark.read().parquet(output + "/pairs"));
  }

  @Test
  void findsTheSamePairsWhenAnExecutorIsKilled() throws Exception {
    Path input = corpus();
    Path calm = folder.resolve("calm");
    Path struck = folder.resolve("struck");
    run(0, command(input, calm));
    List<String> expected = pairs(LocalSpark.session(), calm);
    LocalSpark.session().stop();
    SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[2,1,1024]")
            .appName("tests")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            // Two files of fingerprints, so that each executor has a part of what is shuffled.
            .config("spark.sql.adaptive.coalescePartitions.enabled", "false")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config(
                "spark.executor.extraJavaOptions",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions"
                    + " -XX:-BytecodeVerificationRemote")
            // Without an installed Spark, executors take the class path above.
            .config("spark.executorEnv.SPARK_TESTING", "1")
            .config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
            .config("spark.hadoop.mapreduce.input.fileinputformat.split.maxsize", "70000")
            .getOrCreate();
    AtomicBoolean killed = new AtomicBoolean();
    AtomicInteger removed = new AtomicInteger();
    try {
      spark.sparkContext().addSparkListener(new Killer(killed, removed));
      run(0, command(input, struck));

      assertThat(killed).isTrue();
      assertThat(removed).hasPositiveValue();
      assertThat(pairs(spark, struck)).isEqualTo(expected).isNotEmpty();
    } finally {
      spark.stop();
    }
  }

  /// Kills an executor when the first stage with the name has written what the next one reads.
  private static final class Killer extends SparkListener {

    private final AtomicBoolean killed;
    private final AtomicInteger removed;
    private final Set<Integer> stages = ConcurrentHashMap.newKeySet();

    Killer(AtomicBoolean killed, AtomicInteger removed) {
      this.killed = killed;
      this.removed = removed;
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      if (STAGE.equals(stage.properties().getProperty("spark.job.description"))) {
        stages.add(stage.stageInfo().stageId());
      }
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted stage) {
      if (stages.contains(stage.stageInfo().stageId()) && !killed.get()) {
        Optional<ProcessHandle> executor = // the only children of this process
            ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .findFirst();
        killed.set(executor.isPresent() && executor.get().destroyForcibly());
      }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
      removed.incrementAndGet();
    }
  }
}
