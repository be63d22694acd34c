package io.neardup.store.codec;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Reads records of [BinaryWriter], and reports malformed ones.
///
/// For any input, a read ends with a value or a [StoreException] of kind DAMAGED, and takes no more
/// memory than the input.
public final class BinaryReader {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private int at;

  public BinaryReader(byte[] bytes) {
    this.bytes = bytes;
  }

  public int octet() {
    require(1);
    return bytes[at++] & 0xFF;
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = octet();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw damaged("a number has no end");
  }

  /// A varint that must be 0 to `max`.
  public int varint(int max) {
    long value = varint();
    if (value < 0 || value > max) {
      throw damaged("a number is out of range");
    }
    return (int) value;
  }

  public long signed() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  public long fixed() {
    require(Long.BYTES);
    long value = (long) LONG.get(bytes, at);
    at += Long.BYTES;
    return value;
  }

  int fixedInt() {
    return octet() << 24 | octet() << 16 | octet() << 8 | octet();
  }

  public byte[] raw(int length) {
    require(length);
    byte[] copy = new byte[length];
    System.arraycopy(bytes, at, copy, 0, length);
    at += length;
    return copy;
  }

  /// The number of bytes or elements that follow, each at least one byte long.
  public int count() {
    return varint(bytes.length - at);
  }

  public String string() {
    return utf8(count());
  }

  /// The remaining bytes as a string.
  public String rest() {
    return utf8(bytes.length - at);
  }

  public boolean isAtEnd() {
    return at == bytes.length;
  }

  public void requireEnd() {
    if (!isAtEnd()) {
      throw damaged("it continues after its end");
    }
  }

  public static StoreException damaged(String how) {
    return new StoreException(StoreFault.DAMAGED, "A record cannot be read: " + how + ".");
  }

  private String utf8(int length) {
    require(length);
    int from = at;
    at += length;
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw damaged("a string is not UTF-8");
    }
  }

  private void require(int count) {
    if (count > bytes.length - at) {
      throw damaged("it ends too early");
    }
  }
}
