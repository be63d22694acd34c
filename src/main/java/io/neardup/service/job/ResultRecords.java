package io.neardup.service.job;

import io.neardup.passage.CommonPassages;
import io.neardup.profile.Profile;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes the records in which clients read pairs and groups.
public interface ResultRecords {

  /// What became of a document in a job that changes or copies documents.
  ///
  /// @param outcome `disabled` or `removed`; of an undo `restored`; or why the document was left
  ///   alone: `changed` since it was listed or cleaned up, `survivorChanged` if its survivor was,
  ///   `missing` if it was deleted or has expired since it was cleaned up, `skipped` if it has
  ///   near-duplicates in the target, `withoutText` if it cannot be copied to another profile
  /// @param survivor the document of its group to keep; null unless a dry run was applied
  /// @param duplicateOf the nearest of the near-duplicates in the target; null unless it was
  ///   skipped
  record DocumentOutcome(
      String id, String outcome, @Nullable String survivor, @Nullable String duplicateOf) {

    static DocumentOutcome of(String id, String outcome) {
      return new DocumentOutcome(id, outcome, null, null);
    }
  }

  /// A pair.
  ///
  /// @param profile of both documents
  Object pair(NearPair pair, Profile profile);

  /// Some of the documents that share one fingerprint with many others.
  ///
  /// @param documents the number of documents that share it
  Object equal(String first, int documents, List<String> some);

  /// A pair of documents that share passages.
  ///
  /// @param common the first text is that of `a`
  Object passages(String a, String b, CommonPassages common);

  /// Passes a group in one record or, if it is large, in several.
  ///
  /// @param number of the group
  void group(long number, NearGroup group, Profile profile, Consumer<Object> records);
}
