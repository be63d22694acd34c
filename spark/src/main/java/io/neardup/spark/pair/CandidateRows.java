package io.neardup.spark.pair;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// Copies each distinct fingerprint to every group in which it can have a pair: one for each block,
/// more for hot groups.
///
/// @param plan the blocks
/// @param hot the groups that are divided
public record CandidateRows(BlockPlan plan, HotGroups hot) implements FlatMapFunction<Row, Row> {

  /// `part` has the numbers of the two chunks that a task compares, 16 bits each; -1 for a whole
  /// group.
  public static final StructType SCHEMA =
      new StructType()
          .add("key", DataTypes.LongType, false)
          .add("part", DataTypes.IntegerType, false)
          .add("fp", DataTypes.BinaryType, false)
          .add("first", DataTypes.LongType, false)
          .add("documents", DataTypes.LongType, false)
          .add("referred", DataTypes.LongType, false);

  /// `part` of a whole group.
  public static final int WHOLE = -1;

  /// Chunks of a group are fewer.
  public static final int MAX_CHUNKS = 1 << 15;

  /// The keys of the groups of a fingerprint, or of the parts of those that are split.
  public static void keys(BlockPlan plan, HotGroups hot, long[] words, KeyReader reader) {
    KeyLayout layout = plan.layout();
    for (int block = 0; block < layout.keys(); block++) {
      long key = GroupKey.of(block, layout.value(block, words, 0));
      KeyLayout further = hot.further(key);
      if (further == null) {
        reader.key(key);
      } else {
        for (int part = 0; part < further.keys(); part++) {
          reader.key(GroupKey.part(key, part, further.value(part, words, 0)));
        }
      }
    }
  }

  /// Receives keys.
  @FunctionalInterface
  public interface KeyReader {

    /// Receives a key.
    void key(long key);
  }

  /// The chunk of a fingerprint in a hot group.
  ///
  /// @param first the number of its first document
  public static int chunk(long first, int chunks) {
    long mixed = (first ^ first >>> 29) * 0x9e3779b97f4a7c15L;
    return (int) ((mixed >>> 33) % chunks);
  }

  @Override
  public Iterator<Row> call(Row row) {
    byte[] fp = row.getAs("fp");
    long first = row.getAs("first");
    long documents = row.getAs("documents");
    long referred = row.getAs("referred");
    long[] words = FingerprintBytes.words(fp);
    List<Row> copies = new ArrayList<>();
    keys(
        plan,
        hot,
        words,
        key -> {
          int chunks = hot.chunksOf(key);
          if (chunks == 1) {
            copies.add(RowFactory.create(key, WHOLE, fp, first, documents, referred));
          } else {
            int chunk = chunk(first, chunks);
            for (int other = 0; other < chunks; other++) {
              if (other != chunk) {
                int part = Math.min(chunk, other) << Short.SIZE | Math.max(chunk, other);
                copies.add(RowFactory.create(key, part, fp, first, documents, referred));
              }
            }
          }
        });
    return copies.iterator();
  }

  /// Whether a task that compares two chunks reports a pair.
  public static boolean isReportedBy(int part, int chunks, int chunkOfA, int chunkOfB) {
    if (part == WHOLE) {
      return true;
    }
    int low = part >>> Short.SIZE;
    int high = part & (1 << Short.SIZE) - 1;
    return chunkOfA != chunkOfB || high == low + 1 && (chunkOfA == low || high == chunks - 1);
  }
}
