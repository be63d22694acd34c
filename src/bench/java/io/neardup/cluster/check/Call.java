package io.neardup.cluster.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request of a client, and what was answered.
///
/// Each text has a revision, a number that is unique in the history. It is also in the metadata of
/// the document that is stored with the text, so that an answer shows which text is stored.
///
/// The documents of a collection that is created and deleted have ids that begin with its name and
/// a slash. The values of settings are treated as revisions, and their names as ids.
///
/// @param server index of the instance that was called
/// @param kind of request
/// @param id the document, setting or collection; of a lookup, a document that was stored with the
///   text
/// @param revision of the text that is stored or looked up; of a [Kind#READ] the one that was
///   found, or 0 if there is no document; the value of a setting
/// @param enabled the verdict that is set, or was read; otherwise true
/// @param family for a document that is stored only if none of its family is, else null
/// @param begun before the request was sent, in nanoseconds since the history began
/// @param answered after the answer was read, likewise; for [Result#UNKNOWN] the time at which the
///   client gave up
/// @param result what is known of its effect
/// @param position in the log, as answered by a write
/// @param complete whether a lookup covered all partitions
/// @param matches the answer of a lookup; the settings after [Kind#CHANGE]
record Call(
    int server,
    Kind kind,
    String id,
    int revision,
    boolean enabled,
    @Nullable String family,
    long begun,
    long answered,
    Result result,
    @Nullable String position,
    boolean complete,
    List<Match> matches) {

  enum Kind {
    /// Stores a text under the id.
    STORE,
    /// Enables or disables the document.
    VERDICT,
    DELETE,
    /// Looks up near-duplicates of a text.
    LOOKUP,
    /// Reads the document or setting.
    READ,
    /// Changes a setting of a collection.
    CHANGE,
    /// Creates a collection, unless there is one.
    CREATE,
    /// Deletes a collection.
    DROP;

    /// Whether it concerns a collection, not a document or setting.
    boolean isOfCollection() {
      return this == CREATE || this == DROP;
    }
  }

  enum Result {
    DONE,
    /// Not stored, since a near-duplicate is.
    SKIPPED,
    /// Nothing was changed, since there is no document with the id, or no collection.
    MISSING,
    /// Refused: nothing was changed.
    REFUSED,
    /// No answer, or an error of the service: the effect may occur at any later time, or never.
    UNKNOWN
  }

  /// A match of a lookup.
  record Match(String id, int revision) {}

  /// Whether it changed a document or setting, or may have done so.
  boolean mayHaveWritten() {
    return kind != Kind.LOOKUP && kind != Kind.READ && !kind.isOfCollection() && mayBeDone();
  }

  /// Whether it was done, or may have been.
  boolean mayBeDone() {
    return result == Result.DONE || result == Result.UNKNOWN;
  }
}
