package io.neardup.store;

import static io.neardup.store.codec.RevisionCodec.has;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.RevisionCodec;
import java.util.Arrays;

/// The fields of a document that an index needs, without an object per document. Reused for the
/// next document of the same thread.
public final class DocumentRow {

  private final BinaryReader in = new BinaryReader(new byte[0]);
  private final long[] words = new long[Fingerprint.MAX_BITS / Long.SIZE];
  private String collection = "";
  private byte[] key = {};
  private int keyLength;
  private long offset;
  private int flags;
  private int bits;
  private int features;
  private long version;
  private long createdAt;
  private long expiresAt;

  public DocumentRow() {}

  public void read(String name, byte[] newKey, int newKeyLength, byte[] value, int valueLength) {
    collection = name;
    key = newKey;
    keyLength = newKeyLength;
    in.reset(value, 0, valueLength);
    offset = in.fixed();
    RevisionCodec.requireSchema(in.octet());
    flags = in.octet();
    bits = in.varint(Fingerprint.MAX_BITS);
    RevisionCodec.readWords(in, bits, words);
    features = has(flags, RevisionCodec.FEATURES) ? in.varint(Integer.MAX_VALUE) : -1;
    version = in.varint();
    createdAt = in.signed();
    long time = createdAt + in.signed();
    expiresAt = has(flags, RevisionCodec.EXPIRES) ? time + in.signed() : 0;
  }

  /// The collection's name.
  public String collection() {
    return collection;
  }

  /// The document's partition.
  public int partition() {
    return DocumentKey.partition(key);
  }

  /// The id, as a new string; see [#buffer] for its bytes.
  public String id() {
    return DocumentKey.id(key, keyLength);
  }

  /// The buffer that contains the id, from [#idStart] to [#idEnd].
  public byte[] buffer() {
    return key;
  }

  public int idStart() {
    return DocumentKey.PREFIX;
  }

  public int idEnd() {
    return keyLength;
  }

  /// The fingerprint as a new object.
  public Fingerprint fingerprint() {
    return Fingerprint.of(bits, Arrays.copyOf(words, (bits + Long.SIZE - 1) / Long.SIZE));
  }

  /// The width of the fingerprint.
  public int bits() {
    return bits;
  }

  /// Bits `64 * index` to `64 * index + 63` of the fingerprint.
  public long word(int index) {
    return words[index];
  }

  /// The offset of the event that stored it.
  public long offset() {
    return offset;
  }

  /// The number of distinct features of the fingerprint, -1 if unknown.
  public int features() {
    return features;
  }

  /// Whether lookups find it.
  public boolean enabled() {
    return has(flags, RevisionCodec.ENABLED);
  }

  /// Whether its text is allowed.
  public boolean allowed() {
    return has(flags, RevisionCodec.ALLOWED);
  }

  /// Its version.
  public long version() {
    return version;
  }

  /// When the id was first stored, in milliseconds since 1970.
  public long createdAt() {
    return createdAt;
  }

  /// Whether it expires.
  public boolean expires() {
    return has(flags, RevisionCodec.EXPIRES);
  }

  /// When it expires, in milliseconds since 1970, 0 if it does not.
  public long expiresAt() {
    return expiresAt;
  }
}
