package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.group.Diameter;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.GroupJoin;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.simhash.Fingerprint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How far apart the members of groups are, compared with the groups of the engine.
class GroupExtentTests {

  private static final int DISTANCE = 12;

  @TempDir Path folder;

  private record Extent(long size, String kept, int diameter, int weakest) {}

  private List<Fingerprint> corpus(int size, double changes) throws Exception {
    Random random = new Random(5);
    StringBuilder lines = new StringBuilder();
    List<Fingerprint> fingerprints = new ArrayList<>();
    String[] words = new String[30];
    for (int i = 0; i < size; i++) {
      boolean isNew = i == 0 || random.nextDouble() < changes;
      for (int word = 0; word < words.length; word++) {
        if (isNew || random.nextInt(20) == 0) {
          words[word] = "w" + random.nextInt(5_000);
        }
      }
      String text = String.join(" ", words);
      lines.append("{\"id\": ").append(i).append(", \"text\": \"").append(text).append("\"}\n");
      fingerprints.add(Profiles.PAPER_V1.sketch(new Content.Text(text)).fingerprint());
    }
    Files.writeString(folder.resolve("corpus.jsonl"), lines);
    return fingerprints;
  }

  private List<Row> extents(String by, int distance) {
    String command =
        "groups --id-column id --profile paper-v1 --by %s -d %d -i %s/corpus.jsonl -o %s/%s"
            .formatted(by, distance, folder, folder, by);
    run(0, command.split(" "));
    return LocalSpark.session().read().parquet(folder + "/" + by + "/extents").collectAsList();
  }

  @Test
  void recordsOfChainsBeyondTheDistanceAreCounted() throws Exception {
    corpus(400, 0.05);
    String command =
        "groups --id-column id --profile paper-v1 --by components -d 8 -i %1$s/corpus.jsonl -o %1$s/out"
            .formatted(folder);
    String summary = run(0, command.split(" "));
    long beyond =
        LocalSpark.session().read().parquet(folder + "/out/groups").where("distance > 8").count();
    assertThat(beyond).isPositive();
    assertThat(summary)
        .contains("(warning: " + beyond + " of them are no near-duplicates of the record");
    assertThat(Files.readString(folder.resolve("out/report.json")))
        .contains("\"beyond\" : " + beyond);
  }

  private static FingerprintSnapshot snapshot(List<Fingerprint> fingerprints) {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(64, fingerprints.size());
    for (int i = 0; i < fingerprints.size(); i++) {
      builder.add(i, fingerprints.get(i));
    }
    return builder.build(ForkJoinPool.commonPool());
  }

  private static Set<Extent> ofEngine(List<Fingerprint> fingerprints, boolean stars) {
    FingerprintSnapshot rows = snapshot(fingerprints);
    JoinRun run = new JoinRun();
    Comparator<Integer> order = Comparator.naturalOrder();
    GroupJoin<Integer> join =
        new GroupJoin<>(
            rows,
            sink ->
                AllPairs.reaching(rows, DISTANCE, DISTANCE, 1.0)
                    .join(sink, run, ForkJoinPool.commonPool()),
            run,
            row -> rows.document(row, 0),
            order);
    Set<Extent> extents = new HashSet<>();
    for (Group group : stars ? join.stars(1 << 20, true).orElseThrow() : join.components()) {
      extents.add(
          new Extent(
              group.rows().stream().mapToLong(rows::documents).sum(),
              String.valueOf(join.survivor(group)),
              Diameter.of(group.rows(), rows).distance(),
              group.weakest().distance()));
    }
    return extents;
  }

  @ParameterizedTest
  @ValueSource(strings = {"components", "star"})
  void areThoseOfTheEngine(String by) throws Exception {
    List<Fingerprint> fingerprints = corpus(400, 0.3);

    Set<Extent> found = new HashSet<>();
    for (Row row : extents(by, DISTANCE)) {
      int a = Integer.parseInt(row.getAs("weakestA"));
      int b = Integer.parseInt(row.getAs("weakestB"));
      int weakest = row.getAs("weakestDistance");
      assertThat(fingerprints.get(a).distance(fingerprints.get(b))).isEqualTo(weakest);
      assertThat(row.<Boolean>getAs("exact")).isTrue();
      found.add(new Extent(row.getAs("size"), row.getAs("kept"), row.getAs("diameter"), weakest));
    }

    assertThat(found).hasSizeGreaterThan(20).isEqualTo(ofEngine(fingerprints, by.equals("star")));
    assertThat(found).anyMatch(extent -> extent.diameter() > extent.weakest());
    assertThat(Files.readString(folder.resolve(by + "/report.json"))).contains("\"widestGroups\"");
  }

  @Test
  void areLowerBoundsInLargeGroups() throws Exception {
    List<Fingerprint> fingerprints = corpus(Diameter.EXACT_ROWS + 100, 1);

    Row row = extents("components", 64).getFirst();

    int diameter = row.getAs("diameter");
    int largest = 0;
    for (Fingerprint a : fingerprints) {
      for (Fingerprint b : fingerprints) {
        largest = Math.max(largest, a.distance(b));
      }
    }
    assertThat(row.<Long>getAs("size")).isEqualTo(fingerprints.size());
    assertThat(row.<Boolean>getAs("exact")).isFalse();
    assertThat(diameter).isLessThanOrEqualTo(largest).isGreaterThan(largest * 3 / 4);
    assertThat(row.<Integer>getAs("weakestDistance")).isEqualTo(largest);
  }
}
