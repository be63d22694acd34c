package io.neardup.service.write;

import io.neardup.store.Revision;

/// The verdict on a document, which belongs to its id: a new revision keeps the verdict of the one
/// before.
///
/// @param enabled whether lookups find the document
/// @param allowed whether its text is allowed: no text within the distance is a duplicate
public record Verdict(boolean enabled, boolean allowed) {

  /// The default verdict.
  public static final Verdict NONE = new Verdict(true, false);

  /// The verdict on a document.
  public static Verdict of(Revision revision) {
    return new Verdict(revision.enabled(), revision.allowed());
  }

  /// Whether texts within its distance are not duplicates. A disabled document allows nothing.
  public boolean allows() {
    return enabled && allowed;
  }
}
