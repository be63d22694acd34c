package io.neardup.cli;

import io.neardup.cli.corpus.Skipping;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.TableWriter;
import io.neardup.cli.stored.StoredIndex;
import io.neardup.cli.stored.StoredIndex.PreparedBatch;
import io.neardup.cli.stored.StoredIndex.RecordDecision;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Copies records that are kept in an index, and lists the others. Not thread-safe.
final class IncrementalRun {

  private final StoredIndex index;
  private final Skipping skipping;
  private final RecordSink sink;
  private final @Nullable TableWriter dropped;
  private long known;
  private long added;
  private long removed;

  /// @param sink whose source is that of the batches
  IncrementalRun(
      StoredIndex index, Skipping skipping, RecordSink sink, @Nullable TableWriter dropped) {
    this.index = index;
    this.skipping = skipping;
    this.sink = sink;
    this.dropped = dropped;
  }

  /// Decides on the records of a batch, in order.
  void read(PreparedBatch prepared) throws IOException {
    List<RecordDecision> decisions = index.add(prepared);
    RecordBatch batch = prepared.batch();
    for (int i = 0; i < batch.size(); i++) {
      RecordDecision decision = decisions.get(i);
      switch (decision.result()) {
        case KNOWN -> {
          known++;
          sink.write(batch, i);
        }
        case ADDED -> {
          added++;
          sink.write(batch, i);
        }
        case DROPPED -> {
          removed++;
          list(decision, prepared, i);
        }
        case FAULTY ->
            skipping.fault(
                prepared.file().name(), batch.line(i), Objects.requireNonNull(decision.fault()));
      }
    }
  }

  private void list(RecordDecision decision, PreparedBatch prepared, int index) throws IOException {
    if (dropped != null) {
      dropped.row(
          decision.id(),
          decision.keptId(),
          decision.distance(),
          prepared.file().name(),
          prepared.batch().line(index));
    }
  }

  /// A sentence about the result.
  String summary() {
    return String.format(
        Locale.ROOT,
        "%,d records stored before, %,d added, %,d dropped%s; the index has %,d",
        known,
        added,
        removed,
        skipping.skipped() == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d skipped", skipping.skipped()),
        index.size());
  }
}
