package io.neardup.store.codec;

import static io.neardup.store.codec.RevisionCodec.has;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentRow;
import java.util.Arrays;

/// The fields of an encoded document. Reused for the next document of the same thread.
public final class EncodedRow implements DocumentRow {

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

  @Override
  public String collection() {
    return collection;
  }

  @Override
  public String id() {
    return DocumentKey.id(key, keyLength);
  }

  @Override
  public byte[] buffer() {
    return key;
  }

  @Override
  public int idStart() {
    return DocumentKey.PREFIX;
  }

  @Override
  public int idEnd() {
    return keyLength;
  }

  @Override
  public Fingerprint fingerprint() {
    return Fingerprint.of(bits, Arrays.copyOf(words, (bits + Long.SIZE - 1) / Long.SIZE));
  }

  @Override
  public int bits() {
    return bits;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public boolean enabled() {
    return has(flags, RevisionCodec.ENABLED);
  }

  @Override
  public boolean allowed() {
    return has(flags, RevisionCodec.ALLOWED);
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public long createdAt() {
    return createdAt;
  }

  @Override
  public boolean expires() {
    return has(flags, RevisionCodec.EXPIRES);
  }

  @Override
  public long expiresAt() {
    return expiresAt;
  }
}
