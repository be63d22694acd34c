package io.neardup.store.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes records for [BinaryReader].
///
/// Varints are unsigned LEB128 (seven bits per byte, lowest first); signed numbers are zigzag
/// varints; fixed numbers are big-endian, so that keys sort like their numbers; strings are UTF-8
/// preceded by their length in bytes.
public final class BinaryWriter {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int size;

  public BinaryWriter(int capacity) {
    bytes = new byte[capacity];
  }

  public BinaryWriter octet(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public BinaryWriter varint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  public BinaryWriter signed(long value) {
    return varint(value << 1 ^ value >> 63);
  }

  public BinaryWriter fixed(long value) {
    reserve(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
    return this;
  }

  public static void putFixed(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  public BinaryWriter fixedInt(int value) {
    return octet(value >>> 24).octet(value >>> 16).octet(value >>> 8).octet(value);
  }

  public BinaryWriter raw(byte[] source, int from, int to) {
    reserve(to - from);
    System.arraycopy(source, from, bytes, size, to - from);
    size += to - from;
    return this;
  }

  public BinaryWriter raw(byte[] source) {
    return raw(source, 0, source.length);
  }

  public BinaryWriter string(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return varint(utf8.length).raw(utf8);
  }

  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private void reserve(int count) {
    if (size + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + count, bytes.length * 2));
    }
  }
}
