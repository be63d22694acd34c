package io.neardup.calibrate.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The shares of edited words of labelled pairs: up to which share texts are near-duplicates for
/// the person who labelled them.
public final class LabelledEdits {

  private static final int MAX_COMPARED = 1_000; // of each label

  private final EditLimits defaults;
  private final List<Edit> edits = new ArrayList<>();
  private int duplicates;
  private int others;

  private record Edit(double rate, boolean duplicate) {}

  /// Edits without labels.
  ///
  /// @param defaults the limits without labels, which labels can only lower
  public LabelledEdits(EditLimits defaults) {
    this.defaults = defaults;
  }

  /// Adds a pair; the first [#MAX_COMPARED] of each label are compared.
  public void add(String a, String b, boolean duplicate) {
    if ((duplicate ? duplicates : others) < MAX_COMPARED) {
      add(rate(a, b), duplicate);
    }
  }

  /// Adds a labelled pair whose texts differ in that share of words.
  public void add(double rate, boolean duplicate) {
    duplicates += duplicate ? 1 : 0;
    others += duplicate ? 0 : 1;
    edits.add(new Edit(rate, duplicate));
  }

  /// The share of edited words; 1 above the limits.
  public double rate(String a, String b) {
    return EditRate.of(
        EditRate.hashes(TextWords.of(a)), EditRate.hashes(TextWords.of(b)), defaults.others());
  }

  /// The limits by which unlabelled pairs are decided.
  ///
  /// The labels are divided where the share of near-duplicates below minus the share of others
  /// below is largest (Youden 1950), which the number of either does not influence. The least
  /// edited other pair beyond is the limit of others, unless it is above the usual one.
  public EditLimits limits() {
    List<Edit> sorted = edits.stream().sorted(Comparator.comparingDouble(Edit::rate)).toList();
    double best = 0;
    double nearest = 0;
    double divide = 0;
    double difference = 0;
    for (Edit edit : sorted) {
      difference += edit.duplicate ? 1.0 / duplicates : -1.0 / others;
      nearest = edit.duplicate ? edit.rate : nearest;
      if (difference > best) {
        best = difference;
        divide = nearest;
      }
    }
    double cut = divide;
    double other =
        sorted.stream()
            .filter(edit -> !edit.duplicate && edit.rate > cut)
            .mapToDouble(Edit::rate)
            .min()
            .orElse(1);
    return new EditLimits(
        other > defaults.duplicates() ? defaults.duplicates() : cut,
        Math.min(defaults.others(), other));
  }
}
