package io.neardup.store.codec;

import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.ContentHash;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentRow;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The binary format of a revision. The fields needed at start-up come first.
///
/// ```
/// schema version    1 byte, 5
/// flags             1 byte, see the constants
/// bits              varint
/// fingerprint       ceil(bits / 8) bytes, most significant first
/// features          varint, if flagged
/// version           varint
/// createdAt         signed milliseconds since 1970
/// time              signed milliseconds since createdAt
/// expiresAt         signed milliseconds since time, if flagged
/// content hash      16 bytes, if flagged
/// profile           string
/// more flags        1 byte, see the constants
/// judged            ceil(bits / 8) bytes, if flagged
/// disabled by       string, if flagged
/// former expiresAt  signed milliseconds since time, if flagged
/// metadata          string, if flagged as inline
/// ```
public final class RevisionCodec {

  private static final int SCHEMA = 5;

  private static final int ENABLED = 1;
  private static final int ALLOWED = 2;
  private static final int FEATURES = 4;
  private static final int HASH = 8;
  private static final int EXPIRES = 16;
  private static final int METADATA = 32;
  private static final int METADATA_APART = 64;
  private static final int TEXT = 128;

  private static final int JUDGED = 1;
  private static final int DROPPED = 2;
  private static final int VECTOR = 4;
  private static final int BY_JOB = 8;
  private static final int FORMER_EXPIRY = 16;

  private RevisionCodec() {}

  /// Writes a revision.
  ///
  /// @param apart whether metadata is stored separately
  public static void write(BinaryWriter out, DocumentEvent.Put put, boolean apart) {
    Revision revision = put.revision();
    int flags = flags(revision, apart);
    int more = moreFlags(revision);
    out.octet(SCHEMA).octet(flags).varint(revision.fingerprint().bits());
    write(out, revision.fingerprint());
    if (revision.features() != null) {
      out.varint(revision.features());
    }
    long created = revision.createdAt().toEpochMilli();
    long time = put.time().toEpochMilli();
    out.varint(revision.version()).signed(created).signed(time - created);
    if (revision.expiresAt() != null) {
      out.signed(revision.expiresAt().toEpochMilli() - time);
    }
    if (revision.contentHash() != null) {
      out.fixed(revision.contentHash().high()).fixed(revision.contentHash().low());
    }
    out.string(revision.profile()).octet(more);
    if (has(more, JUDGED)) {
      write(out, Objects.requireNonNull(revision.verdict().judged()));
    }
    if (revision.disabledBy() != null) {
      out.string(revision.disabledBy());
    }
    if (revision.formerExpiresAt() != null) {
      out.signed(revision.formerExpiresAt().toEpochMilli() - time);
    }
    if (revision.metadata() != null && !apart) {
      out.string(revision.metadata());
    }
  }

  /// Reads what [#write] wrote. Separately stored metadata and text are null.
  public static Decoded read(BinaryReader in) {
    requireSchema(in.octet(), SCHEMA);
    int flags = in.octet();
    Fingerprint fingerprint = readFingerprint(in, in.varint(Fingerprint.MAX_BITS));
    Integer features = has(flags, FEATURES) ? in.varint(Integer.MAX_VALUE) : null;
    long version = in.varint();
    long created = in.signed();
    long time = created + in.signed();
    Long expires = has(flags, EXPIRES) ? time + in.signed() : null;
    ContentHash hash = has(flags, HASH) ? new ContentHash(in.fixed(), in.fixed()) : null;
    String profile = in.string();
    int more = in.octet();
    Fingerprint judged = has(more, JUDGED) ? readFingerprint(in, fingerprint.bits()) : null;
    String disabledBy = has(more, BY_JOB) ? in.string() : null;
    Long former = has(more, FORMER_EXPIRY) ? time + in.signed() : null;
    String metadata = has(flags, METADATA) ? in.string() : null;
    try {
      Revision revision =
          new Revision(
              fingerprint,
              features,
              profile,
              metadata,
              null,
              hash,
              new Verdict(has(flags, ENABLED), has(flags, ALLOWED), judged, has(more, DROPPED)),
              version,
              Instant.ofEpochMilli(created),
              expires == null ? null : Instant.ofEpochMilli(expires),
              disabledBy,
              former == null ? null : Instant.ofEpochMilli(former),
              null);
      return new Decoded(revision, Instant.ofEpochMilli(time), flags, has(more, VECTOR));
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  /// Reads the first fields of a stored revision, which begins with its offset.
  public static DocumentRow readRow(String collection, byte[] key, byte[] value) {
    BinaryReader in = new BinaryReader(value);
    long offset = in.fixed();
    requireSchema(in.octet(), SCHEMA);
    int flags = in.octet();
    Fingerprint fingerprint = readFingerprint(in, in.varint(Fingerprint.MAX_BITS));
    Integer features = has(flags, FEATURES) ? in.varint(Integer.MAX_VALUE) : null;
    in.varint(); // version
    long time = in.signed() + in.signed();
    long expiresAt = has(flags, EXPIRES) ? time + in.signed() : 0;
    return new DocumentRow(
        collection,
        DocumentKey.utf8(key),
        offset,
        fingerprint,
        features,
        has(flags, ENABLED),
        has(flags, ALLOWED),
        expiresAt);
  }

  /// Refuses a record of an unknown format version.
  ///
  /// @param known the version that this code reads
  public static void requireSchema(int schema, int known) {
    if (schema < 1) {
      throw BinaryReader.damaged("its schema version is missing");
    }
    if (schema != known) {
      throw new StoreException(
          StoreException.StoreFault.OTHER_FORMAT,
          "A record has schema version "
              + schema
              + ", this version of neardup reads "
              + known
              + ". Run the version that wrote it.");
    }
  }

  public static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private static int flags(Revision revision, boolean apart) {
    return (revision.enabled() ? ENABLED : 0)
        | (revision.allowed() ? ALLOWED : 0)
        | (revision.features() != null ? FEATURES : 0)
        | (revision.contentHash() != null ? HASH : 0)
        | (revision.expiresAt() != null ? EXPIRES : 0)
        | (revision.metadata() == null ? 0 : apart ? METADATA_APART : METADATA)
        | (revision.text() != null ? TEXT : 0);
  }

  private static int moreFlags(Revision revision) {
    Fingerprint judged = revision.verdict().judged();
    return (judged == null || judged.equals(revision.fingerprint()) ? 0 : JUDGED)
        | (revision.verdict().dropped() ? DROPPED : 0)
        | (revision.vector() == null || revision.text() != null ? 0 : VECTOR)
        | (revision.disabledBy() == null ? 0 : BY_JOB)
        | (revision.formerExpiresAt() == null ? 0 : FORMER_EXPIRY);
  }

  /// Writes a fingerprint without its width, most significant byte first.
  public static void write(BinaryWriter out, Fingerprint fingerprint) {
    int octets = (fingerprint.bits() + 7) / 8;
    for (int i = octets - 1; i >= octets / 8 * 8; i--) {
      out.octet((int) (fingerprint.word(i / 8) >>> i % 8 * 8));
    }
    for (int word = octets / 8 - 1; word >= 0; word--) {
      out.fixed(fingerprint.word(word));
    }
  }

  public static Fingerprint readFingerprint(BinaryReader in, int bits) {
    long[] words = new long[(bits + 63) / 64];
    readWords(in, bits, words);
    try {
      return Fingerprint.of(bits, words);
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  /// Reads the words of a fingerprint, the lowest first.
  public static void readWords(BinaryReader in, int bits, long[] words) {
    int octets = (bits + 7) / 8;
    if (octets % 8 != 0) {
      long partial = 0;
      for (int i = octets % 8; i > 0; i--) {
        partial = partial << 8 | in.octet();
      }
      words[octets / 8] = partial;
    }
    for (int word = octets / 8 - 1; word >= 0; word--) {
      words[word] = in.fixed();
    }
  }

  /// A decoded revision.
  ///
  /// @param time when it was stored
  /// @param flags of the revision: whether metadata or text are stored separately
  /// @param hasVector whether features are stored separately
  public record Decoded(Revision revision, Instant time, int flags, boolean hasVector) {

    public boolean hasMetadataApart() {
      return has(flags, METADATA_APART);
    }

    public boolean hasText() {
      return has(flags, TEXT);
    }

    /// The revision with its separately stored parts.
    public Revision with(
        @Nullable String metadata, @Nullable String text, @Nullable FeatureVector vector) {
      String known = revision.metadata() == null ? metadata : revision.metadata();
      return revision.with(known, text, vector);
    }
  }
}
