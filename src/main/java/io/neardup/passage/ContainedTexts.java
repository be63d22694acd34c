package io.neardup.passage;

import io.neardup.measure.DropRule;
import io.neardup.pairs.PairRounds;
import io.neardup.passage.CommonPassages.SharedWords;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/// Records that are almost entirely inside another record, among the pairs that share passages.
/// Each is assigned to the longest kept record, the first among equals; fixed records take
/// precedence.
public final class ContainedTexts implements PassagePairs.PairReader {

  private final double share;
  private final IntPredicate fixed;
  private final Profile profile;
  private final DropRule rule;
  private final List<Inside> found = new ArrayList<>();

  /// A record inside another one.
  private record Inside(int record, int container, int words) {}

  /// A search.
  ///
  /// @param share the smallest share of a record's words in passages of the other record
  /// @param fixed records that are kept in any case
  /// @param profile by which features are compared, if the rule needs them
  /// @param rule on what may be dropped
  public ContainedTexts(double share, IntPredicate fixed, Profile profile, DropRule rule) {
    this.share = share;
    this.fixed = fixed;
    this.profile = profile;
    this.rule = rule;
  }

  @Override
  public void pair(long pair, RecordText first, RecordText second, CommonPassages common) {
    int earlier = PairRounds.earlier(pair);
    int later = PairRounds.later(pair);
    SharedWords a = common.a();
    SharedWords b = common.b();
    boolean isEarlierKept = fixed.test(earlier) || a.words() >= b.words();
    if (isEarlierKept && b.share() >= share && drops(second, first)) {
      found.add(new Inside(later, earlier, a.words()));
    } else if (!isEarlierKept && a.share() >= share && drops(first, second)) {
      found.add(new Inside(earlier, later, b.words()));
    }
  }

  private boolean drops(RecordText record, RecordText container) {
    return rule.isAll() || rule.dropsInside(vector(record), vector(container));
  }

  private FeatureVector vector(RecordText record) {
    return profile.vector(new Content.Text(record.text()));
  }

  /// The kept record for each record inside it, once all pairs were received.
  public Map<Integer, Integer> keptFor() {
    Map<Integer, Integer> keptFor = new HashMap<>();
    found.sort(
        Comparator.comparing((Inside each) -> !fixed.test(each.container))
            .thenComparing(Comparator.comparingInt(Inside::words).reversed())
            .thenComparingInt(Inside::container)
            .thenComparingInt(Inside::record));
    for (Inside each : found) {
      if (!keptFor.containsKey(each.container)) {
        keptFor.putIfAbsent(each.record, each.container);
      }
    }
    return keptFor;
  }

  /// Extends groups by records that are inside others, and by the records dropped for these.
  ///
  /// @param <G> a group
  /// @param bySurvivor the groups by kept record; modified
  /// @param keptFor see [#keptFor]
  /// @param single makes the group of a record that has none
  /// @param unite adds the members of the second group to the first
  public static <G> Collection<G> united(
      Map<Integer, G> bySurvivor,
      Map<Integer, Integer> keptFor,
      IntFunction<G> single,
      BinaryOperator<G> unite) {
    keptFor.keySet().stream()
        .sorted()
        .forEach(record -> {
          int survivor = keptFor.getOrDefault(record, record);
          G inside = bySurvivor.remove(record);
          G group = bySurvivor.get(survivor);
          bySurvivor.put(
              survivor,
              unite.apply(
                  group == null ? single.apply(survivor) : group,
                  inside == null ? single.apply(record) : inside));
        });
    return bySurvivor.values();
  }
}
