package io.neardup.store.log;

import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.codec.EncodedEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The events of one append to the log, and its future.
final class Append {

  static final Append END = new Append(Set.of(), List.of());

  final Set<Incarnation> collections;
  final List<EncodedEvent> events;
  final @Nullable Drop drops;
  final BooleanSupplier holds;
  final int size;
  final int replaced; // number of events that change or delete a document
  final CompletableFuture<List<Position>> done = new CompletableFuture<>();

  /// The deletion of a collection.
  ///
  /// @param ifEmpty whether to keep it if it has documents
  record Drop(Incarnation collection, boolean ifEmpty) {}

  /// @param collections of the events
  /// @param holds whether the decision on the events still holds
  Append(Set<Incarnation> collections, List<EncodedEvent> events, BooleanSupplier holds) {
    this(collections, events, null, holds);
  }

  /// Events that depend on no earlier ones.
  Append(Set<Incarnation> collections, List<EncodedEvent> events) {
    this(collections, events, null, () -> true);
  }

  Append(List<EncodedEvent> clears, Drop drops) {
    this(Set.of(drops.collection), clears, drops, () -> true);
  }

  private Append(
      Set<Incarnation> collections,
      List<EncodedEvent> events,
      @Nullable Drop drops,
      BooleanSupplier holds) {
    this.collections = collections;
    this.events = events;
    this.drops = drops;
    this.holds = holds;
    long bytes = 0;
    int changes = 0;
    for (EncodedEvent event : events) {
      bytes += event.size();
      changes += event.replaces() ? 1 : 0;
    }
    this.size = (int) Math.min(bytes, RocksLog.MAX_WAITING_BYTES);
    this.replaced = changes;
  }

  /// Whether it can share a commit with the previous append. The deletion of a collection is
  /// committed alone, so that later appends find the collection deleted.
  boolean joins(Append before) {
    return this != END && drops == null && before.drops == null;
  }

  void complete(long firstOffset) {
    Position[] positions = new Position[events.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = new Position(RocksLog.NUMBER, firstOffset + i);
    }
    done.complete(Arrays.asList(positions));
  }
}
