package io.neardup.store.codec;

import io.neardup.simhash.FeatureVector;

/// The binary format of a text's features: their number as a varint; then for each, in ascending
/// hash order, the hash in 8 bytes and the weight as a varint.
public final class VectorCodec {

  private static final int SMALLEST = Long.BYTES + 1; // bytes of a feature

  private VectorCodec() {}

  public static byte[] encode(FeatureVector features) {
    BinaryWriter out = new BinaryWriter(5 + features.size() * (Long.BYTES + 3));
    out.varint(features.size());
    for (int i = 0; i < features.size(); i++) {
      out.fixed(features.hash(i)).varint(features.weight(i));
    }
    return out.toBytes();
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws io.neardup.store.StoreException DAMAGED if it is malformed
  public static FeatureVector decode(byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    int size = in.varint(bytes.length / SMALLEST);
    long[] hashes = new long[size];
    long[] weights = new long[size];
    for (int i = 0; i < size; i++) {
      hashes[i] = in.fixed();
      weights[i] = in.varint();
    }
    in.requireEnd();
    try {
      return FeatureVector.of(hashes, weights);
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }
}
