package io.neardup.service.write;

import io.neardup.store.Revision;

/// What was decided about a document, besides its content. It belongs to the id: a new revision of
/// the document has the verdict of the one before.
///
/// @param enabled whether lookups find the document
/// @param allowed whether its text is allowed: neither it nor what is like it is a duplicate
public record Verdict(boolean enabled, boolean allowed) {

  /// That of a document about which nothing was decided.
  public static final Verdict NONE = new Verdict(true, false);

  /// The verdict on a document.
  public static Verdict of(Revision revision) {
    return new Verdict(revision.enabled(), revision.allowed());
  }

  /// Whether texts like it are no duplicates. A disabled document allows nothing.
  boolean allows() {
    return enabled && allowed;
  }
}
