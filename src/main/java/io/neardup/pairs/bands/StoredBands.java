package io.neardup.pairs.bands;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.disk.RecordReader;
import io.neardup.pairs.disk.RecordWriter;
import io.neardup.pairs.disk.WorkFolder;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// What is known of the documents of a join that is larger than memory, in files by their numbers.
/// One writer.
public final class StoredBands implements AutoCloseable {

  /* Files with a record for each document, in their order:

  rows       hash of features 8, words of the fingerprint 8 each, sketch 16, further minima 9,
             number of features 4 (0 without any, -1 if it cannot be read), length 4
  band-0     key 4; a file for each band
  first      the first document with the same features 4, -1 if it has none, -2 if it cannot be read */

  static final String ROWS = "rows";
  static final String FIRST = "first";
  static final int UNREADABLE = -2;

  private static final int SKETCH_WORDS = BandPlan.SKETCH_BITS / Long.SIZE;

  private final BandPlan plan;
  private final int words;
  private final RecordWriter rows;
  private final List<RecordWriter> bands = new ArrayList<>();

  /// Files without documents.
  ///
  /// @param bits of the fingerprints
  public StoredBands(WorkFolder work, BandPlan plan, int bits) {
    this.plan = plan;
    this.words = FingerprintSnapshot.wordCount(bits);
    this.rows = work.write(ROWS);
    for (int band = 0; band < plan.bands(); band++) {
      bands.add(work.write(band(band)));
    }
  }

  static String band(int band) {
    return "band-" + band;
  }

  /// The bytes of disk that a document takes at most, with its candidates.
  public static int bytes(BandPlan plan, int bits) {
    return Integer.BYTES * plan.bands() + bytesAtEnd(bits);
  }

  /// The bytes that a document takes at most once the bands are joined.
  public static int bytesAtEnd(int bits) {
    return Integer.BYTES + recordBytes(bits) + CANDIDATES;
  }

  /* A pair that agrees on most bands is in a run of each. */
  private static final int CANDIDATES = 160;

  private static int recordBytes(int bits) {
    return Long.BYTES * (1 + FingerprintSnapshot.wordCount(bits) + SKETCH_WORDS)
        + BandPlan.FURTHER
        + 2 * Integer.BYTES;
  }

  /// Adds the next document.
  ///
  /// @param features the number of its features
  /// @param row of bands, null without features
  public void add(
      long contents, Fingerprint fingerprint, int features, int length, @Nullable BandRow row) {
    rows.putLong(contents);
    for (int word = 0; word < words; word++) {
      rows.putLong(fingerprint.word(word));
    }
    for (int word = 0; word < SKETCH_WORDS; word++) {
      rows.putLong(row == null ? 0 : row.sketch()[word]);
    }
    rows.put(row == null ? new byte[BandPlan.FURTHER] : row.further());
    rows.putInt(features);
    rows.putInt(length);
    for (int band = 0; band < plan.bands(); band++) {
      bands.get(band).putInt(row == null ? 0 : row.keys()[band]);
    }
  }

  /// Adds the next document, which cannot be read.
  public void addUnreadable() {
    rows.put(new byte[Long.BYTES * (1 + words + SKETCH_WORDS) + BandPlan.FURTHER]);
    rows.putInt(-1);
    rows.putInt(0);
    bands.forEach(band -> band.putInt(0));
  }

  @Override
  public void close() {
    rows.close();
    bands.forEach(RecordWriter::close);
  }

  /// What is known of one document. Mutable: [#read] passes the same one again and again.
  public static final class StoredRow {
    private final long[] words;
    private final long[] sketch = new long[SKETCH_WORDS];
    private final byte[] further = new byte[BandPlan.FURTHER];
    private final int bits;
    private long contents;
    private int features;
    private int length;

    private StoredRow(int bits) {
      this.bits = bits;
      this.words = new long[FingerprintSnapshot.wordCount(bits)];
    }

    private void read(RecordReader in) {
      contents = in.getLong();
      for (int word = 0; word < words.length; word++) {
        words[word] = in.getLong();
      }
      for (int word = 0; word < SKETCH_WORDS; word++) {
        sketch[word] = in.getLong();
      }
      in.get(further);
      features = in.getInt();
      length = in.getInt();
    }

    /// The hash of its features.
    public long contents() {
      return contents;
    }

    /// Its fingerprint.
    public Fingerprint fingerprint() {
      return Fingerprint.of(bits, words.clone());
    }

    /// The number of its features, -1 if it cannot be read.
    public int features() {
      return features;
    }

    /// Its length.
    public int length() {
      return length;
    }

    long[] words() {
      return words;
    }

    long[] sketch() {
      return sketch;
    }

    byte[] further() {
      return further;
    }
  }

  /// Receives documents.
  @FunctionalInterface
  public interface BandRowReader {

    /// Receives a document.
    void read(int number, StoredRow document);
  }

  /// Passes some documents on, in their order.
  ///
  /// @param requested by number
  /// @param count the number of all documents
  public static void read(
      WorkFolder work, int bits, int count, IntPredicate requested, BandRowReader reader) {
    StoredRow document = new StoredRow(bits);
    try (RecordReader in = work.read(ROWS)) {
      long skipped = 0;
      for (int number = 0; number < count; number++) {
        if (requested.test(number)) {
          in.skip(skipped * recordBytes(bits));
          skipped = 0;
          document.read(in);
          reader.read(number, document);
        } else {
          skipped++;
        }
      }
    }
  }
}
