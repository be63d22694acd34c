package io.neardup.cluster.kafka;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.util.HashMap;
import java.util.Map;

/// The latest claim of each writer of a partition, in the order of its log.
///
/// Every replica reads the same records in the same order, and therefore agrees on which events are
/// valid: those of a writer that another instance has replaced, as after a long pause, are not,
/// although the log has them.
final class Epochs {

  private final Map<Integer, Claim> byWriter = new HashMap<>();

  /// Reads what [#encode] wrote.
  static Epochs decode(byte[] state) {
    Epochs epochs = new Epochs();
    BinaryReader in = new BinaryReader(state);
    while (!in.isAtEnd()) {
      Claim claim = new Claim(in.varint(Integer.MAX_VALUE), in.varint(), in.string());
      epochs.byWriter.put(claim.writer(), claim);
    }
    return epochs;
  }

  byte[] encode() {
    BinaryWriter out = new BinaryWriter(32);
    byWriter.values().forEach(claim ->
        out.varint(claim.writer()).varint(claim.epoch()).string(claim.instance()));
    return out.toBytes();
  }

  /// The epoch of a writer, 0 before its first claim.
  long of(int writer) {
    Claim claim = byWriter.get(writer);
    return claim == null ? 0 : claim.epoch();
  }

  /// Applies a claim: of two claims of one epoch, the first in the log counts.
  ///
  /// @return whether it counts
  boolean claim(Claim claim) {
    if (claim.epoch() <= of(claim.writer())) {
      return false;
    }
    byWriter.put(claim.writer(), claim);
    return true;
  }

  /// Forgets all claims, to read the log from its beginning.
  void clear() {
    byWriter.clear();
  }

  /// Whether an event in this partition counts.
  boolean admits(Stamp stamp) {
    return stamp.epoch() >= of(LogRecord.OWNER)
        && (stamp.decider() < 0
            || stamp.deciderEpoch() >= of(LogRecord.decider(stamp.decider())));
  }
}
