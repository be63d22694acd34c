package io.neardup.cli.corpus;

import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.records.RecordFault;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A random sample of texts, each equally likely (reservoir sampling, Vitter 1985, algorithm R).
/// Holds the sample alone. Not thread-safe.
public final class TextSample {

  private final int size;
  private final SplittableRandom random;
  private final Skipping skipping;
  private final List<String> texts = new ArrayList<>();
  private long seen;

  /// @param size maximum number of texts
  /// @param seed the same texts in the same order and the same seed give the same sample
  /// @param skipping receives the records that cannot be read
  public TextSample(int size, long seed, Skipping skipping) {
    this.size = size;
    this.random = new SplittableRandom(seed);
    this.skipping = skipping;
  }

  /// The texts of a batch of records, with null for those that cannot be read.
  public record Batch(
      InputFile file, RecordBatch records, List<@Nullable String> texts, List<RecordFault> faults) {

    /// Parses a batch. The faults are those of the records without a text, in order.
    public static Batch of(InputFile file, RecordBatch records) {
      List<@Nullable String> texts = new ArrayList<>(records.size());
      List<RecordFault> faults = new ArrayList<>();
      for (int i = 0; i < records.size(); i++) {
        try {
          texts.add(records.read(i).text());
        } catch (RecordFault fault) {
          texts.add(null);
          faults.add(fault);
        }
      }
      return new Batch(file, records, texts, faults);
    }
  }

  /// Adds the texts of a batch.
  public void add(Batch batch) {
    int fault = 0;
    for (int i = 0; i < batch.texts().size(); i++) {
      String text = batch.texts().get(i);
      if (text == null) {
        skipping.skip(batch.file().name(), batch.records().line(i), batch.faults().get(fault++));
      } else {
        add(text);
      }
    }
  }

  private void add(String text) {
    seen++;
    if (texts.size() < size) {
      texts.add(text);
    } else {
      long place = random.nextLong(seen);
      if (place < size) {
        texts.set((int) place, text);
      }
    }
  }

  /// The number of texts, in the sample or not.
  public long seen() {
    return seen;
  }

  /// The sample.
  public List<String> texts() {
    return texts;
  }
}
