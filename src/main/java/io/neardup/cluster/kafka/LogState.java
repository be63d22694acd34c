package io.neardup.cluster.kafka;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Cleared;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a replica knows about a partition's log besides the documents: the latest claim, the
/// records to repeat, and the deleted collections that still have records.
///
/// Every replica reads the same records in the same order, so all agree on which are valid. Records
/// from an owner that has been replaced, for example after a long pause, are not, although they are
/// in the log. Compaction keeps the last record of a key even if it is invalid, so the owner
/// appends the valid state again after it.
public final class LogState {

  private static final Claim NONE = new Claim(0, "");

  private volatile Claim latest = NONE;
  private final Set<LogRecord.Key> excluded = new LinkedHashSet<>();
  private final Map<String, Long> ended = new LinkedHashMap<>(); // numbers of ends

  /// Reads what [#encode] wrote.
  public static LogState decode(byte[] bytes) {
    LogState state = new LogState();
    state.restore(bytes);
    return state;
  }

  public byte[] encode() {
    BinaryWriter out = new BinaryWriter(64).varint(latest.epoch()).string(latest.process());
    excluded.forEach(each ->
        out.octet(each.kind())
            .string(each.collection())
            .varint(each.created())
            .string(each.name()));
    ended.forEach(
        (name, number) -> out.octet(LogRecord.END).string(name).varint(number).string(""));
    return out.toBytes();
  }

  /// Restores what [#encode] wrote; empty to read the log from its beginning.
  public void restore(byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    latest = in.isAtEnd() ? NONE : new Claim(in.varint(), in.string());
    excluded.clear();
    ended.clear();
    while (!in.isAtEnd()) {
      LogRecord.Key key = new LogRecord.Key(in.octet(), in.string(), in.varint(), in.string());
      if (key.kind() == LogRecord.END) {
        ended.put(key.collection(), key.created());
      } else {
        excluded.add(key);
      }
    }
  }

  /// The epoch of the latest claim, 0 before the first.
  public long epoch() {
    return latest.epoch();
  }

  /// The latest valid claim; before the first, one of epoch 0 by nobody.
  public Claim latest() {
    return latest;
  }

  /// Applies a claim. If two claims have the same epoch, the first in the log counts.
  ///
  /// @return whether it counts
  public boolean claim(Claim claim) {
    boolean counts = claim.epoch() > latest.epoch();
    if (counts) {
      latest = claim;
    }
    return counts;
  }

  /// Applies a keyed record.
  ///
  /// @param known whether its collection exists
  /// @return whether it is valid
  public boolean apply(Keyed change, boolean known) {
    boolean counts = admits(change.stamp());
    if (known) {
      if (counts) {
        excluded.remove(change.key());
      } else {
        excluded.add(change.key());
      }
    }
    return counts;
  }

  /// Applies the end of a collection; its records need not be repeated.
  public void end(End end) {
    excluded.removeIf(end::includes);
    ended.merge(end.collection(), end.number(), Math::max);
  }

  /// Applies the removal of all records of a collection.
  public void cleared(Cleared cleared) {
    ended.computeIfPresent(
        cleared.collection(), (_, number) -> number > cleared.number() ? number : null);
  }

  /// The ends of collections that may still have records in the log.
  public List<End> ended() {
    return ended.entrySet().stream().map(each -> new End(each.getKey(), each.getValue())).toList();
  }

  /// The keys to repeat, because their last record in the log is invalid.
  public List<LogRecord.Key> excluded() {
    return List.copyOf(excluded);
  }

  /// Whether an event in this partition counts.
  public boolean admits(Stamp stamp) {
    return stamp.epoch() >= latest.epoch();
  }
}
