package io.neardup.cli.corpus;

import io.neardup.measure.UniqueShare;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// What is lost with each record that is dropped for another one: the texts of both are compared
/// once more. 8 bytes for each record. Immutable once it is made.
public final class Losses {

  /// The upper bounds of the shares of unique features that are counted.
  private static final double[] BOUNDS = {0, 0.05, 0.1, 0.25, 1};

  private static final int HEAP_SHARE = 4;

  private final float[] similarities;
  private final float[] unique;
  private final BitSet dropped = new BitSet();
  private final BitSet variants = new BitSet();
  private final BitSet contained;

  private Losses(int records, BitSet contained) {
    this.similarities = new float[records];
    this.unique = new float[records];
    this.contained = contained;
  }

  /// Compares all records that are dropped with those that are kept for them.
  ///
  /// @param contained those that are dropped since they are inside another one
  /// @param texts of the records
  public static Losses of(
      Corpus corpus,
      List<NearSet> groups,
      BitSet contained,
      RecordPass<FeatureVector> texts,
      DropRule rule) {
    Losses losses = new Losses(corpus.size(), contained);
    LongStream.Builder open = LongStream.builder();
    for (NearSet group : groups) {
      for (int member : group.kept() ? group.members() : new int[0]) {
        if (member != group.survivor()) {
          losses.dropped.set(member);
          if (corpus.haveEqualFeatures(member, group.survivor())) {
            losses.similarities[member] = 1;
          } else {
            open.add(PairRounds.pair(member, group.survivor()));
          }
        }
      }
    }
    long[] pairs = open.build().sorted().toArray();
    new PairRounds<FeatureVector>(
            pairs,
            pairs.length,
            (_, pair, earlier, later) -> {
              int first = PairRounds.earlier(pair);
              if (losses.dropped.get(first)) {
                losses.compare(first, earlier, later, rule);
              } else {
                losses.compare(PairRounds.later(pair), later, earlier, rule);
              }
            })
        .compare(
            texts,
            record -> CandidatePairs.bytes(corpus.features(record)),
            Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    return losses;
  }

  private void compare(int record, FeatureVector text, FeatureVector kept, DropRule rule) {
    similarities[record] = (float) WeightedJaccard.of(text, kept);
    unique[record] = (float) UniqueShare.of(text, kept);
    variants.set(record, !contained.get(record) && rule.areVariants(text, kept));
  }

  /// The similarity of a record that is dropped to the kept one.
  public double similarity(int number) {
    return rounded(similarities[number]);
  }

  /// The share of its features that the kept one lacks.
  public double unique(int number) {
    return rounded(unique[number]);
  }

  private static double rounded(double share) {
    return Math.round(share * 1e4) / 1e4;
  }

  /// What a record that is dropped is to the kept one: a `copy`, a `variant` or `contained`.
  public String kind(int number) {
    return contained.get(number) ? "contained" : variants.get(number) ? "variant" : "copy";
  }

  /// The number of variants that are dropped.
  public int variants() {
    return variants.cardinality();
  }

  /// The number of records that are dropped by the share of their unique features, by its upper
  /// bound; the lower one is that of the entry before.
  public Map<Double, Long> distribution() {
    long[] counts = new long[BOUNDS.length];
    dropped.stream()
        .forEach(number -> {
          int at = Arrays.binarySearch(BOUNDS, unique(number));
          counts[at < 0 ? -at - 1 : at]++;
        });
    Map<Double, Long> shares = new LinkedHashMap<>();
    for (int i = 0; i < BOUNDS.length; i++) {
      shares.put(BOUNDS[i], counts[i]);
    }
    return shares;
  }
}
