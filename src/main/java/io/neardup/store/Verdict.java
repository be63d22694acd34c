package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// The verdict on a document. It belongs to the judged text: later texts of the document keep it
/// while they are within the collection's distance of the judged text, however many there are in
/// between.
///
/// @param enabled whether lookups find the document
/// @param allowed whether its text is allowed: no text within the distance is a duplicate
/// @param judged the fingerprint of the judged text; null for the default verdict, and until it is
///   given to a document, see [#on]
/// @param dropped whether a verdict was dropped because the text changed, and none was given since;
///   then the document is not allowed, and only a job can have disabled it
public record Verdict(
    boolean enabled, boolean allowed, @Nullable Fingerprint judged, boolean dropped) {

  public static final Verdict NONE = new Verdict(true, false, null, false);

  private static final Verdict DROPPED = new Verdict(true, false, null, true);

  public Verdict {
    if (dropped && allowed) {
      throw new IllegalArgumentException("a dropped verdict must not leave the text allowed");
    }
    judged = enabled && !allowed ? null : judged;
  }

  /// Whether texts within its distance are not duplicates. A disabled document allows nothing.
  public boolean allows() {
    return enabled && allowed;
  }

  /// This verdict, given to the text with this fingerprint, unless it already has a judged text.
  Verdict on(Fingerprint present) {
    return isDefault() || judged != null ? this : new Verdict(enabled, allowed, present, dropped);
  }

  /// This verdict without a judged text: in a copy with another profile, it applies to the copy's
  /// text.
  public Verdict onCopy() {
    return new Verdict(enabled, allowed, null, dropped);
  }

  /// The verdict that remains for a document's next text.
  ///
  /// @param next the fingerprint of that text
  /// @param within the distance up to which it counts as the judged text, in bits
  public Verdict keptFor(Fingerprint next, int within) {
    return judged == null || isSame(judged, next, within) ? this : DROPPED;
  }

  /// A text without features, whose fingerprint is zero, is near no other text.
  static boolean isSame(Fingerprint judged, Fingerprint next, int within) {
    return judged.equals(next)
        || !judged.isZero() && !next.isZero() && judged.distance(next) <= within;
  }

  private boolean isDefault() {
    return enabled && !allowed;
  }
}
