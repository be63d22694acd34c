package io.neardup.cluster.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request of a client, and what was answered.
///
/// Each text has a revision, a number that is unique in the history. It is also in the metadata of
/// the document that is stored with the text, so that an answer shows which text is stored.
///
/// Ids begin with the name of a collection and a slash. What a collection has besides documents has
/// ids as well: its settings by their names, and those of a [Kept]; their values are treated as
/// revisions.
///
/// @param server index of the instance that was called
/// @param kind of request
/// @param id the document, setting, other record or collection; of a lookup, a document that was
///   stored with the text
/// @param revision of the text that is stored or looked up; of a [Kind#READ] the one that was
///   found, or 0 if there is no document; the value of a setting or other record
/// @param enabled the verdict that is set, or was read; otherwise true
/// @param family for a document that is stored only if none of its family is, else null
/// @param begun before the request was sent, in nanoseconds since the history began
/// @param answered after the answer was read, likewise; for [Result#UNKNOWN] the time at which the
///   client gave up
/// @param result what is known of its effect
/// @param position in the log, as answered by a write
/// @param whole whether a stream that ended in order has answered every line; false for a job that
///   is not done yet
/// @param matches the answer of a lookup, the documents of a list; the settings after [Kind#CHANGE]
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
    boolean whole,
    List<Match> matches) {

  enum Kind {
    /// Stores a text under the id.
    STORE,
    /// Stores documents as a stream of lines, each of which is a [#STORE] as well.
    STREAM,
    /// Enables or disables the document.
    VERDICT,
    DELETE,
    /// Looks up near-duplicates of a text.
    LOOKUP,
    /// Looks up documents that quote a text.
    PASSAGES,
    /// Reads all documents of a collection as a stream of lines.
    LIST,
    /// Reads the document, setting or other record.
    READ,
    /// Changes a setting of a collection.
    CHANGE,
    /// Stores or removes a [Kept].
    KEEP,
    /// Creates a collection, unless there is one.
    CREATE,
    /// Deletes a collection.
    DROP;

    /// Whether it concerns a collection, not what is in it.
    boolean isOfCollection() {
      return this == CREATE || this == DROP;
    }

    /// Whether it changes nothing.
    boolean isRead() {
      return this == LOOKUP || this == PASSAGES || this == LIST || this == READ;
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

  /// What a collection has besides documents and settings. Its ids are those of the collection, a
  /// slash, the name in lower case, a colon, and words with spaces between them.
  enum Kept {
    /// A judgement of two documents; its value is the weight.
    JUDGEMENT,
    /// A passage that does not count; the value is 1.
    MARK,
    /// A job; the value is 1, or [#FAILED].
    JOB;

    /// The value of a job that has ended without its result.
    static final int FAILED = 2;

    /// The one of an id, null for documents and settings.
    static @Nullable Kept of(String id) {
      for (Kept each : values()) {
        if (Call.local(id).startsWith(each.prefix())) {
          return each;
        }
      }
      return null;
    }

    String id(String collection, String words) {
      return collection + "/" + prefix() + words;
    }

    /// The words of an id.
    String words(String id) {
      return local(id).substring(prefix().length());
    }

    private String prefix() {
      return name().toLowerCase(java.util.Locale.ROOT) + ":";
    }
  }

  /// A match of a lookup.
  record Match(String id, int revision) {}

  /// The name of the collection of an id.
  static String collection(String id) {
    int slash = id.indexOf('/');
    return slash < 0 ? id : id.substring(0, slash);
  }

  /// An id without its collection.
  static String local(String id) {
    return id.substring(id.indexOf('/') + 1);
  }

  /// Whether it changed a document, setting or other record, or may have done so.
  boolean mayHaveWritten() {
    return !kind.isRead() && kind != Kind.STREAM && !kind.isOfCollection() && mayBeDone();
  }

  /// Whether it was done, or may have been.
  boolean mayBeDone() {
    return result == Result.DONE || result == Result.UNKNOWN;
  }
}
