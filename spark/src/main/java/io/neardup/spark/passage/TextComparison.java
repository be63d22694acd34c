package io.neardup.spark.passage;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.PassageGap;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.corpus.TextPairs;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Compares the texts of pairs: `a`, `b`, `textA`, `textB`. Keeps the pairs that share passages.
///
/// @param minWords the smallest number of words of a passage
/// @param minShare the smallest share of the shorter text
record TextComparison(JobProfile profile, int minWords, double minShare)
    implements MapPartitionsFunction<Row, Row> {

  private static final DataType RANGE = DataTypes.createArrayType(DataTypes.IntegerType, false);
  private static final StructType GAP =
      new StructType().add("a", RANGE, false).add("b", RANGE, false);

  /// Ranges are the first char and the end of a part of a text, in UTF-16.
  static final StructType SCHEMA =
      new StructType()
          .add("a", DataTypes.LongType, false)
          .add("b", DataTypes.LongType, false)
          .add("words", DataTypes.IntegerType, false)
          .add("shareA", DataTypes.DoubleType, false)
          .add("shareB", DataTypes.DoubleType, false)
          .add("longestRun", DataTypes.IntegerType, false)
          .add(
              "passages",
              DataTypes.createArrayType(
                  new StructType()
                      .add("a", RANGE, false)
                      .add("b", RANGE, false)
                      .add("words", DataTypes.IntegerType, false)
                      .add("gaps", DataTypes.createArrayType(GAP, false), false),
                  false),
              false);

  @Override
  public Iterator<Row> call(Iterator<Row> pairs) {
    Profile recipe = profile.build();
    Function<String, RecordText> tokens = text -> RecordText.of("", text, recipe, MarkedRuns.NONE);
    TextPairs.Side<RecordText> earlier = new TextPairs.Side<>(tokens);
    TextPairs.Side<RecordText> later = new TextPairs.Side<>(tokens);
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pairs, 0), false)
        .map(pair ->
            shared(
                pair,
                earlier.of(pair.getLong(0), pair.getString(2)),
                later.of(pair.getLong(1), pair.getString(3))))
        .filter(Objects::nonNull)
        .iterator();
  }

  private @Nullable Row shared(Row pair, RecordText earlier, RecordText later) {
    CommonPassages common = PassagePairs.compare(earlier, later, minWords, minShare);
    return common == null
        ? null
        : RowFactory.create(
            pair.get(0),
            pair.get(1),
            common.words(),
            common.a().share(),
            common.b().share(),
            common.longestRun(),
            common.passages().stream().map(TextComparison::row).toArray(Row[]::new));
  }

  private static Row row(Passage passage) {
    return RowFactory.create(
        range(passage.a()),
        range(passage.b()),
        passage.words(),
        passage.gaps().stream().map(TextComparison::row).toArray(Row[]::new));
  }

  private static Row row(PassageGap gap) {
    return RowFactory.create(range(gap.a()), range(gap.b()));
  }

  private static int[] range(TextRange range) {
    return new int[] {range.start(), range.end()};
  }
}
