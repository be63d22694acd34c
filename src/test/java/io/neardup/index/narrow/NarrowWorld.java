package io.neardup.index.narrow;

import static io.neardup.index.RandomFingerprints.flipped;
import static io.neardup.index.RandomFingerprints.xor;

import io.neardup.Seeds;
import io.neardup.index.IndexSubject;
import io.neardup.index.IndexSubject.Reader;
import io.neardup.index.LookupPath;
import io.neardup.index.Match;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.index.World;
import io.neardup.index.World.Area;
import io.neardup.index.World.Lookup;
import io.neardup.index.World.Shape;
import io.neardup.index.World.Way;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// A [World] of a [PermutationIndex], and the paths of its lookups.
public final class NarrowWorld {

  private static final Way<LookupPath> EVERYTHING =
      new Way<>(LookupPath.SCAN, Long.SIZE, (query, match) -> true, null);

  final PermutationIndex index;
  final World world;
  private final BlockLayout layout;
  private final long[] masks;

  NarrowWorld(BlockLayout layout, Shape shape, SplittableRandom random) {
    this(layout, new PermutationIndex(layout, World::id), shape, random);
  }

  /// A world whose buckets are split at 8 fingerprints instead of a thousand.
  static NarrowWorld splittingEarly(BlockLayout layout, Shape shape, SplittableRandom random) {
    BucketSplitting early = new BucketSplitting(layout.exactTo(), 8, 3);
    return new NarrowWorld(layout, new PermutationIndex(layout, World::id, early), shape, random);
  }

  /// Each layout with each distribution, as arguments of a test.
  static Stream<Arguments> inEveryShape(Stream<BlockLayout> layouts) {
    return Seeds.some(
        layouts.flatMap(
            layout -> Stream.of(Shape.values()).map(shape -> Arguments.of(layout, shape))));
  }

  private NarrowWorld(
      BlockLayout layout, PermutationIndex index, Shape shape, SplittableRandom random) {
    this.index = index;
    this.layout = layout;
    this.masks = IntStream.range(0, layout.blocks()).mapToLong(layout::blockMask).toArray();
    Area area = new Area(layout.bits(), layout.blocks(), layout.exactTo() + 4);
    List<UnaryOperator<Fingerprint>> variations = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      variations.add(stored -> flipped(stored, random.nextInt(layout.exactTo() + 3), random));
    }
    spoiledBlocks(layout, random)
        .forEach(blocks -> variations.add(stored -> xor(stored, area.oneBitIn(blocks, 0, random))));
    this.world = new World(index, area, shape, variations, random);
  }

  /// Compares exact lookups with the oracle.
  Optional<String> firstDifference(Lookup<LookupPath> lookup) {
    List<Integer> distances = new ArrayList<>(List.of(layout.bits() / 3, layout.bits(), 64));
    for (int distance = 0; distance <= layout.exactTo() + 1; distance++) {
      distances.add(distance);
    }
    return world.firstDifference(lookup, List.of(EVERYTHING), distances);
  }

  Optional<String> firstDifference() {
    return firstDifference(this::search);
  }

  SearchResult search(Fingerprint query, int maxDistance, int limit, LookupPath path) {
    return index.search(query, maxDistance, 1, limit);
  }

  /// Compares probing with the oracle, from few to many probes.
  Optional<String> firstDifferenceInProbing(Lookup<Probing> lookup) {
    int m = layout.blocks();
    return world.firstDifference(
        lookup, probes(), List.of(0, m - 1, m, 2 * m - 1, 3 * m, layout.bits()));
  }

  Optional<String> firstDifferenceInProbing() {
    return firstDifferenceInProbing(this::probe);
  }

  SearchResult probe(Fingerprint query, int maxDistance, int limit, Probing probing) {
    return index.probe(query, maxDistance, limit, probing, StopSignal.NEVER);
  }

  /// All sets of as many blocks as may differ, or some of them if there are very many.
  private static List<Long> spoiledBlocks(BlockLayout layout, SplittableRandom random) {
    List<Long> choices =
        new ArrayList<>(
            LongStream.range(0, 1L << layout.blocks())
                .filter(choice -> Long.bitCount(choice) == layout.exactTo())
                .boxed()
                .toList());
    Collections.shuffle(choices, new Random(random.nextLong()));
    return choices.subList(0, Math.min(100, choices.size()));
  }

  private List<Way<Probing>> probes() {
    int m = layout.blocks();
    return IntStream.of(1, m, m + 1, m + m / 2, 2 * m, 3 * m)
        .distinct()
        .mapToObj(step -> new Probing(layout.cut(), step))
        .map(probing ->
            new Way<>(
                probing,
                probing.exactTo(),
                (query, match) -> covers(probing, -1, query, match),
                null))
        .toList();
  }

  /// Whether, by definition, a probe into any other table than the excepted one finds the match.
  boolean covers(Probing probing, int except, Fingerprint query, Match match) {
    long difference = match.fingerprint().word(0) ^ query.word(0);
    for (int table = 0; table < masks.length; table++) {
      if (table != except && Long.bitCount(difference & masks[table]) <= probing.radius(table)) {
        return true;
      }
    }
    return false;
  }

  /// The indexes of concurrency tests: the default one, and one that splits and merges nearly every
  /// bucket repeatedly.
  public static List<IndexSubject> subjects() {
    Reader tables = reader("tables", 3, 20_000, 50_000);
    Reader scan = reader("scan", 8, 3_000, 30_000);
    return List.of(
        new IndexSubject(
            "64 bits",
            64,
            () -> new PermutationIndex(BlockLayout.DEFAULT, World::id),
            12_000,
            List.of(tables, scan)),
        new IndexSubject(
            "64 bits, split buckets",
            64,
            () ->
                new PermutationIndex(BlockLayout.DEFAULT, World::id, new BucketSplitting(3, 16, 2)),
            12_000,
            List.of(
                tables,
                scan,
                probes("probes", 3, 20_000, 50_000),
                probes("far probes", 8, 3_000, 30_000))));
  }

  private static Reader reader(String name, int reach, int documents, int lookups) {
    return new Reader(
        name,
        reach,
        documents,
        lookups,
        (index, query, maxDistance, limit) -> index.search(query, maxDistance, 1, limit));
  }

  private static Reader probes(String name, int reach, int documents, int lookups) {
    return new Reader(
        name,
        reach,
        documents,
        lookups,
        (index, query, maxDistance, limit) ->
            ((PermutationIndex) index)
                .probe(
                    query,
                    maxDistance,
                    limit,
                    new Probing(BlockLayout.DEFAULT.cut(), Math.min(maxDistance + 1, 16)),
                    StopSignal.NEVER));
  }
}
