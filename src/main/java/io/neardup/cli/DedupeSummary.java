package io.neardup.cli;

import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.RepeatedPassages;
import io.neardup.options.LossOptions;
import io.neardup.options.PassageListOptions;
import io.neardup.passage.PassagePairs;
import org.jspecify.annotations.Nullable;

/// What [DedupeCommand] says it did.
///
/// @param isDryRun whether it writes no clean file
/// @param keepsAll whether it marks records and drops none
/// @param hasReference whether it compared the input with a reference
record DedupeSummary(Facts facts, boolean isDryRun, boolean keepsAll, boolean hasReference) {

  /// What was dropped as a near-duplicate.
  ///
  /// @param withoutText the number of records that have no text, and were not skipped
  /// @param loss what keeps near-duplicates
  void ofJoin(CorpusJoin join, long withoutText, LossOptions loss, @Nullable Losses losses) {
    long skipped = join.corpus().input() - join.corpus().read() - withoutText;
    String mood = isDryRun || keepsAll ? "would be " : "";
    facts.say(
        "{records:record} in {groups:group} of near-duplicates: {kept} "
            + mood
            + "kept, {dropped} "
            + mood
            + "dropped"
            + (hasReference ? ", {droppedForReference} of them for records of the reference" : "")
            + (skipped == 0 ? "" : ", {skipped} skipped"));
    if (losses != null && losses.distribution().values().stream().anyMatch(count -> count > 0)) {
      facts.say(
          "features that the kept record lacks: "
              + JoinReport.unique(losses)
              + (losses.variants() == 0
                  ? ""
                  : "; {variants} {variants:is a variant|are variants}, which --variants keep"
                      + " keeps"));
    }
    if (join.spared() > 0) {
      facts.say(
          "{nearAndKept:record} {nearAndKept:is|are} near another one and "
              + mood
              + "kept, by"
              + loss.requested());
    }
  }

  /// What was dropped as a part of another record.
  ///
  /// @param share of the words that are in another one
  /// @param cutLists lists of records with a common passage that were not compared as a whole
  void ofContained(int records, double share, int cutLists) {
    facts
        .put("contained", records)
        .put("containedShare", share)
        .put("containedCutRuns", cutLists)
        .say(
            "{contained} of the dropped records {contained:has|have} {containedShare} of"
                + " {contained:its|their} words in another one"
                + cut(cutLists));
  }

  /// What was removed from records.
  ///
  /// @param emptied records that have nothing else
  /// @param isOfReference whether only what the reference has was removed
  void ofPassages(RepeatedPassages repeated, long emptied, boolean isOfReference) {
    facts
        .put("passages", repeated.size())
        .put("recordsWithPassages", repeated.records())
        .put("emptied", emptied)
        .put("cutRuns", repeated.cutLists())
        .say(
            "{passages:passage} of {recordsWithPassages:record} {passages:repeats|repeat} "
                + (isOfReference ? "those of the reference" : "earlier ones")
                + " and "
                + (isDryRun ? "would be" : "{passages:was|were}")
                + " removed; {emptied:record} {emptied:has|have} nothing else and "
                + (isDryRun ? "would be" : "{emptied:was|were}")
                + " left out"
                + cut(repeated.cutLists()));
  }

  private static String cut(int lists) {
    return lists == 0 ? "" : "; " + PassageListOptions.cut(lists, PassagePairs.MAX_LIST);
  }
}
