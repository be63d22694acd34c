package io.neardup.cli;

import io.neardup.cli.corpus.Skipping;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.TableWriter;
import io.neardup.cli.stored.StoredIndex;
import io.neardup.cli.stored.StoredIndex.Decision;
import io.neardup.cli.stored.StoredIndex.PreparedBatch;
import java.io.IOException;
import java.util.List;
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
    List<Decision> decisions = index.add(prepared);
    RecordBatch batch = prepared.batch();
    for (int i = 0; i < batch.size(); i++) {
      Decision decision = decisions.get(i);
      if (decision.fault() != null) {
        skipping.skip(prepared.file().name(), batch.line(i), decision.fault());
      } else if (decision.isKept()) {
        known += decision.known() ? 1 : 0;
        added += decision.known() ? 0 : 1;
        sink.write(batch, i);
      } else {
        removed++;
        if (dropped != null) {
          dropped.row(
              decision.id(),
              decision.keptId(),
              decision.distance(),
              prepared.file().name(),
              batch.line(i));
        }
      }
    }
  }

  /// A sentence about the result.
  String summary() {
    return "%,d records stored before, %,d added, %,d dropped%s; the index has %,d"
        .formatted(
            known,
            added,
            removed,
            skipping.skipped() == 0 ? "" : ", %,d skipped".formatted(skipping.skipped()),
            index.size());
  }
}
