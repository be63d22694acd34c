package io.neardup.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Writes records byte by byte, as [RecordReader] reads them.
///
/// Varints are unsigned LEB128 (seven bits a byte, lowest first); signed numbers are zigzag
/// varints; fixed numbers are big-endian, so that keys sort as their numbers do; strings are UTF-8
/// with their length in bytes before them.
final class RecordWriter {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int size;

  RecordWriter(int capacity) {
    bytes = new byte[capacity];
  }

  RecordWriter octet(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  RecordWriter varint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  RecordWriter signed(long value) {
    return varint(value << 1 ^ value >> 63);
  }

  RecordWriter fixed(long value) {
    reserve(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
    return this;
  }

  /// Writes a fixed number over what is there.
  static void putFixed(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  RecordWriter fixedInt(int value) {
    return octet(value >>> 24).octet(value >>> 16).octet(value >>> 8).octet(value);
  }

  RecordWriter raw(byte[] source, int from, int to) {
    reserve(to - from);
    System.arraycopy(source, from, bytes, size, to - from);
    size += to - from;
    return this;
  }

  RecordWriter raw(byte[] source) {
    return raw(source, 0, source.length);
  }

  RecordWriter string(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return varint(utf8.length).raw(utf8);
  }

  /// A string or none: 0, or 1 + its length and its bytes.
  RecordWriter optional(@Nullable String value) {
    if (value == null) {
      return varint(0);
    }
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return varint(utf8.length + 1L).raw(utf8);
  }

  int size() {
    return size;
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private void reserve(int count) {
    if (size + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + count, bytes.length * 2));
    }
  }
}
