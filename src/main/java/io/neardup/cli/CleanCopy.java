package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.Losses;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies the records of files that are kept, and lists the others. Single use.
final class CleanCopy {

  private static final int NONE = -2; // no record of the group is kept

  private final Corpus corpus;
  private final @Nullable RecordSink sink;
  private final @Nullable TableWriter list;
  private final @Nullable Losses losses;
  private final int[] keptFor; // the number of the record kept in place of another, or -1 if it is
  private final short[] distances;
  private final @Nullable RepeatedPassages repeated;
  private final @Nullable TableWriter stripped;
  private final @Nullable Annotation annotation;
  private final boolean all;
  private long emptied;

  /// @param groups of near-duplicates
  /// @param sink receives the records that are kept, null to discard them
  /// @param list receives the others
  /// @param losses of these, null if they are not listed
  /// @param repeated passages that are removed from the records that are kept
  /// @param stripped receives these passages
  /// @param annotation of the records that are written, null for none
  /// @param all whether the sink receives all records
  CleanCopy(
      Corpus corpus,
      List<NearSet> groups,
      @Nullable RecordSink sink,
      @Nullable TableWriter list,
      @Nullable Losses losses,
      @Nullable RepeatedPassages repeated,
      @Nullable TableWriter stripped,
      @Nullable Annotation annotation,
      boolean all) {
    this.annotation = annotation;
    this.all = all;
    this.repeated = repeated;
    this.stripped = stripped;
    this.corpus = corpus;
    this.sink = sink;
    this.list = list;
    this.losses = losses;
    this.keptFor = new int[corpus.size()];
    Arrays.fill(keptFor, -1);
    this.distances = list == null ? new short[0] : new short[corpus.size()];
    for (NearSet group : groups) {
      for (int i = 0; i < group.size(); i++) {
        int member = group.members()[i];
        keptFor[member] = !group.kept() ? NONE : member == group.survivor() ? -1 : group.survivor();
        if (list != null) {
          distances[member] = (short) group.distances()[i];
        }
      }
    }
  }

  /// Some records.
  ///
  /// @param first the number of the first
  record Piece(InputFile file, RecordBatch batch, int first) {}

  /// Copies or lists records.
  ///
  /// @throws FileFailure if their file was changed
  void read(Piece piece) throws IOException {
    if (piece.first + piece.batch.size() > keptFor.length) {
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
    if (keptFor[number] == -1) {
      if (repeated != null && repeated.has(number)) {
        strip(file, batch, index, number, repeated);
      } else if (sink != null) {
        sink.write(batch, index, null, added(number));
      }
      return;
    }
    if (sink != null && all) {
      sink.write(batch, index, null, added(number));
    } else {
      leaveOut(batch, index);
    }
    if (list != null) {
      int kept = keptFor[number];
      Reference reference = corpus.reference();
      list.row(
          corpus.id(number),
          kept == NONE ? null : corpus.id(kept),
          (int) distances[number],
          losses == null ? null : losses.kind(number),
          losses == null || kept == NONE ? null : losses.similarity(number),
          losses == null || kept == NONE ? null : losses.unique(number),
          file.name(),
          batch.line(index),
          kept != NONE && reference.has(kept) ? reference.file(kept) : null);
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
        emptied++;
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
    return annotation == null ? List.of() : annotation.of(number);
  }

  /// The number of records of which nothing remained.
  long emptied() {
    return emptied;
  }
}
