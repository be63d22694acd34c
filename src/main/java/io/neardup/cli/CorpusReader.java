package io.neardup.cli;

import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.corpus.NullTexts;
import io.neardup.cli.corpus.ParsedBatch;
import io.neardup.cli.corpus.Reference;
import io.neardup.cli.corpus.RepeatedIds;
import io.neardup.cli.files.ColumnNames;
import io.neardup.cli.files.ColumnNames.Chosen;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.RecordText;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.records.RecordFault;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Reads the records of a command as often as it needs: first the records of the reference, then
/// the records of the input.
///
/// @param files are closed with this
/// @param profile of the texts
/// @param pool whose threads work on texts
/// @param reference gets the records of its files
record CorpusReader(
    CorpusCommand command,
    InputFiles files,
    Profile profile,
    ForkJoinPool pool,
    Reference reference)
    implements AutoCloseable {

  /// Reads the texts of all records, and passes what is made of them on in order.
  ///
  /// @param needsId whether ids appear in an output
  /// @param value what is made of each text, on several threads
  <T> void parse(boolean needsId, Function<String, T> value, ParsedBatch.ParsedReader<T> reader) {
    NullTexts nulls = command.input.nulls;
    AtomicLong bytes = new AtomicLong();
    long all = files.bytes();
    RepeatedIds ids = new RepeatedIds();
    try (ProgressLine _ =
        command.progress(
            "reading", () -> all == 0 ? -1 : Math.min(1, (double) bytes.get() / all))) {
      passAll(
          needsId,
          command::note,
          bytes::addAndGet,
          (file, batch, first) -> ParsedBatch.of(file, batch, first, _ -> true, nulls, value),
          parsed -> {
            boolean isListed = needsId && !files.references().contains(parsed.file());
            parsed.read(
                command.skipping(),
                (number, id, made) -> {
                  if (isListed && made != null) {
                    ids.add(id);
                  }
                  reader.read(number, id, made);
                });
          });
    }
    if (!ids.sentence().isEmpty()) {
      command.note(ids.sentence());
    }
  }

  /// Reads the texts of records again, within the progress of another step.
  ///
  /// @param value what is made of each text, on several threads
  <T> RecordPass<T> texts(Function<String, T> value) {
    NullTexts nulls = command.input.nulls;
    return (records, reader) ->
        passAll(
            false,
            _ -> {},
            _ -> {},
            (file, batch, first) -> ParsedBatch.of(file, batch, first, records::get, nulls, value),
            parsed ->
                parsed.read(
                    CorpusReader::changed,
                    (number, _, made) -> reader.read(number, Objects.requireNonNull(made))));
  }

  private static void changed(String file, long line, RecordFault fault) {
    if (!fault.isOfKept()) {
      throw FileFailure.changed(file, fault);
    }
  }

  /// Reads the features of records again.
  RecordPass<FeatureVector> vectors() {
    return texts(text -> profile.vector(new Content.Text(text)));
  }

  /// Reads the words of records again.
  RecordPass<RecordText> words() {
    return texts(text -> RecordText.of("", text, profile, MarkedRuns.NONE));
  }

  /// A pass over the reference and the input with its own notes and progress.
  private <T> void passAll(
      boolean needsId,
      Consumer<String> notes,
      LongConsumer bytes,
      FilePass.Work<T> work,
      FilePass.MadeReader<T> reader) {
    int first = 0;
    for (InputFile file : files.references()) {
      Consumer<String> named = sentence -> notes.accept(file.name() + ": " + sentence);
      first =
          pass(List.of(file), chooser(command.input.id, needsId, named, Map.of()), bytes)
              .run(first, work, reader);
      reference.add(file.name(), first, command.skipping().dropped());
    }
    pass(files.files(), requested(needsId, notes, command.absent()), bytes)
        .run(first, work, reader);
  }

  /// Passes the batches of the input on, once the reference has been read.
  <T> void pass(boolean needsId, FilePass.Work<T> work, FilePass.MadeReader<T> reader) {
    input(command.input.id, needsId).run(reference.size(), work, reader);
  }

  /// A pass over the input without notes and progress.
  ///
  /// @param id the column of ids, null to choose it
  FilePass input(@Nullable String id, boolean needsId) {
    return pass(files.files(), chooser(id, needsId, _ -> {}, command.absent()), _ -> {});
  }

  /// Chooses columns that are not requested, and checks those that are.
  private Function<ColumnNames, Chosen> requested(
      boolean needsId, Consumer<String> notes, Map<String, String> absent) {
    return first -> {
      first.requirePath(command.input.id, "--id");
      return chooser(command.input.id, needsId, notes, absent).apply(first);
    };
  }

  private Function<ColumnNames, Chosen> chooser(
      @Nullable String id, boolean needsId, Consumer<String> notes, Map<String, String> absent) {
    return first -> first.choose(id, command.input.text, needsId, notes).without(absent);
  }

  /// Says that no text has words, and which other columns of the first records do.
  ///
  /// @throws FileFailure if the largest file cannot be read
  String withoutWords() {
    InputFile file = Collections.max(files.files(), Comparator.comparingLong(InputFile::size));
    Set<String> others = new LinkedHashSet<>();
    try (RecordSource source = FilePass.open(file)) {
      Chosen chosen = chooser(command.input.id, false, _ -> {}, Map.of()).apply(source.columns());
      source.read(chosen);
      RecordBatch batch = source.next();
      for (int i = 0; batch != null && i < batch.size(); i++) {
        addWithWords(batch, i, others);
      }
      return "no record has words in column '"
          + String.join("', '", chosen.texts())
          + "' (--text), so none has near-duplicates"
          + (others.isEmpty() ? "" : "; other columns have words: " + String.join(", ", others));
    } catch (IOException e) {
      throw FileFailure.of(file.name(), e);
    }
  }

  private static void addWithWords(RecordBatch batch, int index, Set<String> columns) {
    try {
      NullTexts.KEEP.read(batch, index); // whether it can be read
      batch
          .row(index)
          .forEachEntry((name, value) -> {
            if (value.isString() && value.asString().chars().anyMatch(Character::isLetter)) {
              columns.add(name);
            }
          });
    } catch (RecordFault _) {
      // it was skipped
    }
  }

  private FilePass pass(
      List<InputFile> some, Function<ColumnNames, Chosen> chooser, LongConsumer bytes) {
    return new FilePass(some, chooser, pool, 2 * command.run.threads + 2, bytes);
  }

  @Override
  public void close() {
    files.close();
  }
}
