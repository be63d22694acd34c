package io.neardup.pairs.bands;

/// What is kept of the features of a text.
///
/// @param keys of the bands, made of their minima
/// @param further minima, 8 bits each
/// @param sketch the lowest bits of the first 128 minima: two texts that share the part s of their
///   features differ in about (1 - s) / 2 of these bits
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record BandRow(int[] keys, byte[] further, long[] sketch) {}
