package io.neardup.service.job;

import org.jspecify.annotations.Nullable;

/// What became of a document in a job that changes or copies documents.
///
/// @param outcome `disabled` or `removed`; of an undo `restored`; or why the document was left
///   alone: `changed` since it was listed or read, `survivorChanged` if its survivor was, `skipped`
///   if it has near-duplicates in the target, `withoutText` if it cannot be copied to another
///   profile
/// @param survivor the document of its group to keep; null unless a dry run was applied
/// @param duplicateOf the nearest of the near-duplicates in the target; null unless it was skipped
public record DocumentOutcome(
    String id, String outcome, @Nullable String survivor, @Nullable String duplicateOf) {

  static DocumentOutcome of(String id, String outcome) {
    return new DocumentOutcome(id, outcome, null, null);
  }
}
