package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.GroupJoin;
import io.neardup.spark.LocalSpark;
import io.neardup.spark.pair.NearFingerprints;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupTests {

  private static final StructType PAIRS =
      new StructType().add("a", DataTypes.LongType).add("b", DataTypes.LongType);

  private static final StructType ROWS =
      new StructType()
          .add("first", DataTypes.LongType)
          .add("documents", DataTypes.LongType)
          .add(
              "best",
              new StructType()
                  .add("isInput", DataTypes.BooleanType)
                  .add("order", DataTypes.LongType)
                  .add("number", DataTypes.LongType));

  @TempDir Path folder;

  private WorkFolder work(String name) throws Exception {
    return WorkFolder.open(LocalSpark.session(), folder.resolve(name).toString(), "{}", false);
  }

  private static Dataset<Row> pairs(List<long[]> pairs) {
    List<Row> rows = new ArrayList<>();
    pairs.forEach(pair -> rows.add(RowFactory.create(pair[0], pair[1])));
    return VerifiedPairs.droppable(LocalSpark.session().createDataFrame(rows, PAIRS))
        .repartition(3);
  }

  private static Map<Long, TreeSet<Long>> sets(Dataset<Row> linked) {
    Map<Long, TreeSet<Long>> sets = new TreeMap<>();
    for (Row row : linked.collectAsList()) {
      assertThat(
              sets.computeIfAbsent(row.getAs("component"), key -> new TreeSet<>())
                  .add(row.<Long>getAs("node")))
          .isTrue();
    }
    return sets;
  }

  private static Map<Long, TreeSet<Long>> sets(
      FingerprintSnapshot rows, List<Group> groups, boolean stars) {
    Map<Long, TreeSet<Long>> sets = new TreeMap<>();
    for (Group group : groups) {
      TreeSet<Long> members = new TreeSet<>();
      group.rows().forEach(row -> members.add((long) rows.document(row, 0)));
      sets.put(stars ? rows.document(group.centre(), 0) : members.getFirst(), members);
    }
    return sets;
  }

  /// One document per fingerprint, as the service groups them.
  private static Map<Long, TreeSet<Long>> ofEngine(
      NearFingerprints world, int distance, boolean stars, boolean central, boolean last) {
    FingerprintSnapshot rows = world.snapshot();
    JoinRun run = new JoinRun();
    Comparator<Integer> order = last ? Comparator.reverseOrder() : Comparator.naturalOrder();
    GroupJoin<Integer> join =
        new GroupJoin<>(
            rows,
            sink ->
                AllPairs.reaching(rows, distance, distance, 1.0)
                    .join(sink, run, ForkJoinPool.commonPool()),
            run,
            row -> rows.document(row, 0),
            order);
    List<Group> groups =
        stars
            ? join.stars(1 << 20, central, row -> false, (centre, row) -> true).orElseThrow()
            : join.components();
    return sets(rows, groups, stars);
  }

  private static List<long[]> links(NearFingerprints world, int distance) {
    List<long[]> pairs = new ArrayList<>();
    world.pairs(distance).forEach(pair -> pairs.add(new long[] {pair.a(), pair.b()}));
    return pairs;
  }

  private static Dataset<Row> pairs(NearFingerprints world, int distance) {
    return pairs(links(world, distance));
  }

  @Test
  void findsTheComponentsOfTheService() throws Exception {
    NearFingerprints world = NearFingerprints.of(64, 800, 3, 30, 4);

    assertThat(sets(new LinkedComponents(work("out")).of(pairs(world, 3))))
        .isEqualTo(ofEngine(world, 3, false, false, false));
  }

  @Test
  void findsThemAndConnectsALongChainInFewRounds() throws Exception {
    NearFingerprints world = NearFingerprints.of(64, 800, 3, 30, 4);
    List<long[]> links = links(world, 3);
    long first = 10_000;
    for (long i = first; i < first + 100; i++) {
      links.add(new long[] {i, i + 1});
    }
    LinkedComponents components = new LinkedComponents(work("out"), 0);

    Map<Long, TreeSet<Long>> sets = sets(components.of(pairs(links)));

    assertThat(sets.remove(first)).hasSize(101);
    assertThat(sets).isEqualTo(ofEngine(world, 3, false, false, false));
    assertThat(components.rounds()).isBetween(2, 12);
  }

  @Test
  void findsNoComponentsWithoutPairs() throws Exception {
    assertThat(sets(new LinkedComponents(work("out")).of(pairs(List.of())))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, 0",
    "true, false, 100",
    "false, true, 100",
    "true, false, 10000",
    "false, true, 10000"
  })
  void findsTheStarsOfTheService(boolean central, boolean last, int atOnce) throws Exception {
    NearFingerprints world = NearFingerprints.of(64, 300, 3, 46, 8);
    Dataset<Row> rows =
        world
            .rows()
            .withColumn("documents", lit(1L))
            .withColumn(
                "best",
                expr(
                    "struct(true as isInput, "
                        + (last ? "-first" : "0L")
                        + " as order, first as number)"));
    StarGroups stars = new StarGroups(work("out"), atOnce);

    Map<Long, TreeSet<Long>> found = sets(stars.of(rows, pairs(world, 3), central));

    assertThat(found).isEqualTo(ofEngine(world, 3, true, central, last));
    if (atOnce == 10_000) {
      assertThat(stars.rounds()).isOne();
    } else {
      assertThat(stars.rounds()).isGreaterThan(1);
    }
  }

  @Test
  void findsTheStarsOfALongChainInOneRound() throws Exception {
    List<long[]> chain = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < 500; i++) {
      chain.add(new long[] {i, i + 1});
    }
    for (long i = 0; i <= 500; i++) {
      rows.add(RowFactory.create(i, 1L, RowFactory.create(true, 0L, i)));
    }
    StarGroups stars = new StarGroups(work("out"));

    Map<Long, TreeSet<Long>> sets =
        sets(stars.of(LocalSpark.session().createDataFrame(rows, ROWS), pairs(chain), false));

    assertThat(sets).hasSize(250); // every second one takes the next, and the last one none
    assertThat(sets.get(2L)).containsExactly(2L, 3L);
    assertThat(stars.rounds()).isOne();
  }
}
