package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.corpus.Reference;
import io.neardup.cli.corpus.RepeatedPassages;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.TableWriter;
import io.neardup.passage.Repetitions;
import io.neardup.records.RecordFault;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Copies the records of files that are kept, and lists the others. Single use.
///
/// @param membership which records are kept
/// @param sink receives the records that are kept, null to discard them
/// @param list receives the others
/// @param repeated passages that are removed from the records that are kept
/// @param stripped receives these passages
/// @param emptied counts the records of which nothing remains
/// @param annotates whether columns are added to the records that are written
/// @param all whether the sink receives all records
record CleanCopy(
    Corpus corpus,
    Membership membership,
    @Nullable RecordSink sink,
    @Nullable TableWriter list,
    @Nullable RepeatedPassages repeated,
    @Nullable TableWriter stripped,
    AtomicLong emptied,
    boolean annotates,
    boolean all) {

  /// Some records.
  ///
  /// @param first the number of the first
  record Piece(InputFile file, RecordBatch batch, int first) {}

  /// Copies or lists records.
  ///
  /// @throws FileFailure if their file was changed
  void read(Piece piece) throws IOException {
    if (piece.first + piece.batch.size() > membership.records()) {
      throw FileFailure.changed(piece.file.name(), null);
    }
    for (int i = 0; i < piece.batch.size(); i++) {
      write(piece.file, piece.batch, i, piece.first + i);
    }
  }

  private void write(InputFile file, RecordBatch batch, int index, int number) throws IOException {
    if (corpus.isSkipped(number)) {
      leaveOut(batch, index);
      return;
    }
    NearSet group = membership.dropped(number);
    if (group == null && repeated != null && repeated.has(number)) {
      strip(file, batch, index, number, repeated);
    } else if (sink != null && (group == null || all)) {
      sink.write(batch, index, null, added(number));
    } else {
      leaveOut(batch, index);
    }
    if (list != null && group != null) {
      int kept = group.survivor();
      Reference reference = corpus.reference();
      list.row(
          corpus.id(number),
          group.kept() ? corpus.id(kept) : null,
          group.distance(number),
          membership.kind(number),
          membership.similarity(group, number),
          membership.unique(group, number),
          file.name(),
          batch.line(index),
          group.kept() && reference.has(kept) ? reference.file(kept) : null);
    }
  }

  private void leaveOut(RecordBatch batch, int index) {
    if (sink != null) {
      sink.leaveOut(batch, index);
    }
  }

  /// Called after the last record.
  void finish() throws IOException {
    if (sink != null) {
      sink.finish();
    }
  }

  /// Writes what a record does not repeat, if that has a token.
  private void strip(
      InputFile file, RecordBatch batch, int index, int number, RepeatedPassages passages)
      throws IOException {
    Repetitions repetitions = passages.of(number);
    List<Repetitions.Repeated> removed;
    try {
      String text = batch.read(index).text();
      String rest = repetitions.strip(text);
      removed = repetitions.removed(text);
      if (!Repetitions.remains(rest)) {
        emptied.incrementAndGet();
      } else if (sink != null) {
        sink.write(batch, index, rest, added(number));
      }
    } catch (RecordFault fault) {
      throw FileFailure.changed(file.name(), fault);
    }
    if (stripped != null) {
      for (Repetitions.Repeated each : removed) {
        stripped.row(
            corpus.id(number),
            each.place().start(),
            each.place().end(),
            each.words(),
            corpus.id((int) each.of()),
            each.ofPlace().start(),
            each.ofPlace().end());
      }
    }
  }

  private List<@Nullable Object> added(int number) {
    return annotates ? membership.of(number) : List.of();
  }
}
