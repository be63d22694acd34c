package io.neardup.pairs.bands;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.Seeds;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.JoinRun;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Joins by bands find the pairs of an exact comparison of all texts, whatever their order and the
/// number of threads, and bounded work where too many texts are alike.
class BandJoinOracleTests {

  private static final BandPlan PLAN = new BandPlan(4, 45);
  private static final int ENOUGH = 20_000_000;

  private static List<FeatureVector> sample() throws IOException {
    List<FeatureVector> texts = new ArrayList<>();
    for (String file :
        List.of("src/test/resources/quality/docs.jsonl", "docs/samples/peps.ndjson")) {
      Files.readAllLines(Path.of(file)).stream()
          .map(line -> Json.read(line).get("text").asString())
          .map(text -> Profiles.SIMHASH_256_V1.vector(new Content.Text(text)))
          .forEach(texts::add);
    }
    return texts;
  }

  /// The pairs of similar texts that are not equal, compared one by one.
  private static Set<Long> exact(FeatureRows world, double limit) {
    Set<Long> pairs = new TreeSet<>();
    for (int a = 0; a < world.rows().size(); a++) {
      for (int b = a + 1; b < world.rows().size(); b++) {
        int one = world.rows().document(a, 0);
        int other = world.rows().document(b, 0);
        if (WeightedJaccard.of(world.texts().get(one), world.texts().get(other)) >= limit) {
          pairs.add(FeatureRows.pair(one, other));
        }
      }
    }
    return pairs;
  }

  private static double share(Set<Long> expected, Set<Long> found) {
    return (double) expected.stream().filter(found::contains).count() / expected.size();
  }

  @Test
  void findsThePairsOfRealTexts() throws IOException {
    FeatureRows world = FeatureRows.of(sample(), PLAN);
    Set<Long> expected = exact(world, FeatureRows.LIMIT);
    assertThat(expected).hasSizeGreaterThan(800);
    Set<Long> found = world.pairs(world.join(ENOUGH), 3);
    assertThat(share(expected, found)).isGreaterThan(0.985);
    assertThat(share(exact(world, 0.65), found)).isGreaterThan(0.998);
    assertThat(found.size()).isLessThan(4 * expected.size());
  }

  /// The check above can fail.
  @Test
  void aPlanForNearerPairsMissesMany() throws IOException {
    FeatureRows world = FeatureRows.of(sample(), new BandPlan(8, 14));
    Set<Long> found = world.pairs(world.join(ENOUGH), 3);
    assertThat(share(exact(world, FeatureRows.LIMIT), found)).isBetween(0.3, 0.9);
  }

  /// From 5 features on, two texts that share all but one of each. Texts in which a feature in
  /// seven is another are at the limit.
  @ParameterizedTest
  @ValueSource(ints = {5, 6, 7, 8, 10, 13, 16})
  void findsShortTexts(int features) {
    SplittableRandom random = new SplittableRandom(features);
    List<FeatureVector> texts = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      long[] some = random.longs(features).toArray();
      texts.add(FeatureRows.vector(some));
      some[0] = random.nextLong();
      texts.add(FeatureRows.vector(some));
    }
    FeatureRows world = FeatureRows.of(texts, PLAN);
    Set<Long> found = world.pairs(world.join(ENOUGH), 2);
    Set<Long> expected =
        IntStream.range(0, 3_000)
            .mapToObj(i -> FeatureRows.pair(2 * i, 2 * i + 1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(share(expected, found)).isGreaterThan(0.98);
    assertThat(found.size()).isLessThan(3_010);
  }

  @Test
  void pairsDependNeitherOnTheOrderNorOnThreads() {
    Seeds.random(random -> {
      List<FeatureVector> texts = new ArrayList<>(alike(3_000, 40, 100, random));
      texts.addAll(edits(2_000, 200, random));
      FeatureRows world = FeatureRows.of(texts, PLAN);
      BandJoin join = world.join(ENOUGH);
      Set<Long> pairs = world.pairs(join, 1);
      assertThat(join.families().rows()).isGreaterThan(1_500);
      assertThat(world.pairs(world.join(ENOUGH), 4)).isEqualTo(pairs);
      List<Integer> order = new ArrayList<>(IntStream.range(0, texts.size()).boxed().toList());
      Collections.shuffle(order, new Random(random.nextLong()));
      FeatureRows other = FeatureRows.of(order.stream().map(texts::get).toList(), PLAN);
      Set<Long> renumbered = new TreeSet<>();
      for (long pair : other.pairs(other.join(ENOUGH), 2)) {
        renumbered.add(
            FeatureRows.pair(order.get((int) (pair >>> Integer.SIZE)), order.get((int) pair)));
      }
      assertThat(renumbered).isEqualTo(pairs);
    });
  }

  /// Texts that have `common` features in common, and as many of their own that they have
  /// `features`.
  private static List<FeatureVector> alike(
      int count, int common, int features, SplittableRandom random) {
    long[] shared = random.longs(common).toArray();
    return Stream.generate(() ->
            FeatureRows.vector(
                LongStream.concat(LongStream.of(shared), random.longs(features - common))
                    .toArray()))
        .limit(count)
        .toList();
  }

  /// Edits of one page: a twentieth of the features are others.
  private static List<FeatureVector> edits(int count, int features, SplittableRandom random) {
    long[] page = random.longs(features).toArray();
    return Stream.generate(
            () -> {
              long[] edited = page.clone();
              for (int i = 0; i < features / 20; i++) {
                edited[random.nextInt(features)] = random.nextLong();
              }
              return FeatureRows.vector(edited);
            })
        .limit(count)
        .toList();
  }

  /// All pairs would be 50 million.
  @Test
  void tenThousandEditsOfOnePageAreComparedWithAFewOfThem() {
    FeatureRows world = FeatureRows.of(edits(10_000, 300, new SplittableRandom(1)), PLAN);
    BandJoin join = world.join(ENOUGH);
    Set<Long> pairs = world.pairs(join, 2);
    assertThat(pairs.size()).isBetween(10_000, 1_000_000);
    assertThat(join.families().rows()).isEqualTo(10_000);
    assertThat(join.families().alone()).isZero();
    int[] near = new int[10_000];
    pairs.forEach(pair -> {
      near[(int) (pair >>> Integer.SIZE)]++;
      near[pair.intValue()]++;
    });
    assertThat(IntStream.of(near).min().orElseThrow()).isPositive();
    assertThat(IntStream.of(near).max()).hasValue(9_999);
  }

  /// Texts of one template share a quarter of their features, so that thousands agree on most
  /// bands, and are divided: near-duplicates among them are found.
  @Test
  void nearDuplicatesInADensePlaceAreFound() {
    SplittableRandom random = new SplittableRandom(2);
    List<FeatureVector> texts = new ArrayList<>(alike(20_000, 50, 100, random));
    int count = texts.size();
    for (int i = 0; i < 1_000; i++) {
      FeatureVector text = texts.get(i);
      long[] edited = IntStream.range(0, text.size()).mapToLong(text::hash).toArray();
      for (int edit = 0; edit < 10; edit++) {
        edited[random.nextInt(edited.length)] = random.nextLong();
      }
      texts.add(FeatureRows.vector(edited));
    }
    FeatureRows world = FeatureRows.of(texts, new BandPlan(2, 20));
    BandJoin join = world.join(ENOUGH);
    Set<Long> found = world.pairs(join, 2);
    Set<Long> expected =
        IntStream.range(0, 1_000)
            .mapToObj(i -> FeatureRows.pair(i, count + i))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(share(expected, found)).isGreaterThan(0.99);
  }

  @Test
  void tooManyPairsEndTheJoin() {
    FeatureRows world = FeatureRows.of(edits(900, 300, new SplittableRandom(3)), PLAN);
    assertThat(
            world
                .join(100_000)
                .join((a, b, distance) -> {}, new JoinRun(), ForkJoinPool.commonPool()))
        .isFalse();
  }

  @Test
  void aCancelledJoinEnds() {
    FeatureRows world = FeatureRows.of(edits(2_000, 300, new SplittableRandom(3)), PLAN);
    JoinRun run = new JoinRun();
    assertThat(
            world
                .join(ENOUGH)
                .join((a, b, distance) -> run.cancel(), run, ForkJoinPool.commonPool()))
        .isFalse();
  }
}
