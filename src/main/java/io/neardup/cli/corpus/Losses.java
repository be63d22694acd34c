package io.neardup.cli.corpus;

import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.simhash.FeatureVector;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// What is lost with each record that is dropped for another one: the texts of both are compared
/// once more. 8 bytes for each record. Immutable once it is made.
public final class Losses {

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
    Loss loss = rule.loss(text, kept);
    similarities[record] = (float) loss.similarity();
    unique[record] = (float) loss.unique();
    variants.set(record, !contained.get(record) && loss.isVariant());
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

  /// The number of records that are dropped by the share of their unique features, as
  /// [Loss.Distribution#counts].
  public Map<Double, Long> distribution() {
    Loss.Distribution counts = new Loss.Distribution();
    dropped.stream().forEach(number -> counts.add(unique(number), 1));
    return counts.counts();
  }
}
