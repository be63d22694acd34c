package io.neardup.cluster.kafka;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// What a replica knows of the log of a partition besides the documents: the latest claim of each
/// writer, and which documents the log is to repeat.
///
/// Every replica reads the same records in the same order, and therefore agrees on which events are
/// valid: those of a writer that another instance has replaced, as after a long pause, are not,
/// although the log has them. Compaction keeps the last record of a document, even one that is not
/// valid, so the owner appends the document again after it.
public final class LogState {

  private final Map<Integer, Claim> byWriter = new ConcurrentHashMap<>();
  private final Set<Excluded> excluded = new LinkedHashSet<>();

  /// A document whose last record in the log is not valid.
  ///
  /// @param created the number of the creation of its collection
  public record Excluded(String collection, long created, String id) {}

  /// Reads what [#encode] wrote.
  public static LogState decode(byte[] bytes) {
    LogState state = new LogState();
    BinaryReader in = new BinaryReader(bytes);
    int claims = in.isAtEnd() ? 0 : in.varint(Integer.MAX_VALUE);
    for (int i = 0; i < claims; i++) {
      state.claim(new Claim(in.varint(Integer.MAX_VALUE), in.varint(), in.string()));
    }
    while (!in.isAtEnd()) {
      state.excluded.add(new Excluded(in.string(), in.varint(), in.string()));
    }
    return state;
  }

  public byte[] encode() {
    BinaryWriter out = new BinaryWriter(64).varint(byWriter.size());
    byWriter
        .values()
        .forEach(claim -> out.varint(claim.writer()).varint(claim.epoch()).string(claim.process()));
    excluded.forEach(each -> out.string(each.collection).varint(each.created).string(each.id));
    return out.toBytes();
  }

  /// The epoch of a writer, 0 before its first claim.
  public long of(int writer) {
    Claim claim = byWriter.get(writer);
    return claim == null ? 0 : claim.epoch();
  }

  /// The latest claim of a writer that counts, null before its first.
  public @Nullable Claim latest(int writer) {
    return byWriter.get(writer);
  }

  /// Applies a claim: of two claims of one epoch, the first in the log counts.
  ///
  /// @return whether it counts
  public boolean claim(Claim claim) {
    if (claim.epoch() <= of(claim.writer())) {
      return false;
    }
    byWriter.put(claim.writer(), claim);
    return true;
  }

  /// Makes this what [#encode] wrote, empty to read the log from its beginning.
  public void restore(byte[] bytes) {
    LogState earlier = decode(bytes);
    byWriter.keySet().retainAll(earlier.byWriter.keySet());
    byWriter.putAll(earlier.byWriter);
    excluded.clear();
    excluded.addAll(earlier.excluded);
  }

  /// Applies a change of a document.
  ///
  /// @param known whether its collection exists
  /// @return whether it is valid
  public boolean apply(Written change, boolean known) {
    boolean counts = admits(change.stamp());
    if (known) {
      record(change, counts);
    }
    return counts;
  }

  /// The valid changes of the next records, for readers that have no use for the others.
  ///
  /// @param known whether a collection of this name and creation exists; changes of others are left
  ///   out
  public List<Written> valid(
      List<ConsumerRecord<byte[], byte[]>> records, BiPredicate<String, Long> known) {
    List<Written> valid = new ArrayList<>(records.size());
    for (ConsumerRecord<byte[], byte[]> raw : records) {
      LogRecord read = LogRecord.read(raw);
      if (read instanceof Claim claim) {
        claim(claim);
      } else if (read instanceof Written change) {
        boolean isKnown = known.test(change.event().collection(), change.created());
        if (apply(change, isKnown) && isKnown) {
          valid.add(change);
        }
      }
    }
    return valid;
  }

  /// Applies the end of a collection, whose documents need not be repeated.
  public void end(End end) {
    excluded.removeIf(
        each -> each.collection.equals(end.collection()) && each.created < end.number());
  }

  /// Records whether the last record of a document is valid.
  private void record(Written change, boolean counts) {
    Excluded document = new Excluded(change.event().collection(), change.created(), change.id());
    if (counts) {
      excluded.remove(document);
    } else {
      excluded.add(document);
    }
  }

  /// The documents that the log is to repeat.
  public List<Excluded> excluded() {
    return List.copyOf(excluded);
  }

  /// Whether an event in this partition counts.
  public boolean admits(Stamp stamp) {
    return stamp.epoch() >= of(LogRecord.OWNER)
        && (stamp.term() == null
            || stamp.term().epoch() >= of(LogRecord.arbiter(stamp.term().number())));
  }
}
