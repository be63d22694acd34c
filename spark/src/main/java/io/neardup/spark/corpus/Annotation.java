package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// What the columns of `--annotate` say about records: group, group_size, kept, kind, similarity,
/// unique.
public final class Annotation {

  private static final StructType NUMBERS =
      new StructType()
          .add("of", DataTypes.LongType, false)
          .add("groupNumber", DataTypes.LongType, false);

  private Annotation() {}

  /// The values for the members of groups: `number`, `added`.
  ///
  /// @param losses of those that are dropped, null if these are not written
  public static Dataset<Row> of(NearGroups groups, WorkFolder folder, @Nullable Losses losses)
      throws IOException {
    Dataset<Row> numbers =
        folder.stage("group-numbers", "numbers of groups", () -> numbers(groups.members()));
    Dataset<Row> members = groups.members().join(numbers, col("survivor").equalTo(col("of")));
    Column similarity = when(col("kept"), lit(1.0));
    Column unique = when(col("kept"), lit(0.0));
    Column kind = lit(null).cast("string");
    if (losses != null) {
      members = members.join(losses.rows(), col("number").equalTo(col("lost")), "left_outer");
      similarity = similarity.otherwise(col("similarity"));
      unique = unique.otherwise(col("unique"));
      kind = when(not(col("kept")), Losses.kind());
    }
    return members.select(
        col("number"),
        struct(
                col("groupNumber").as("group"),
                col("size"),
                col("kept"),
                kind.as("kind"),
                similarity.as("similarity"),
                unique.as("unique"))
            .as("added"));
  }

  /// `added`, also of records without near-duplicates.
  public static Column orSingle(Column added) {
    return coalesce(
        added,
        struct(
            lit(null).cast("bigint").as("group"),
            lit(1L).as("size"),
            lit(true).as("kept"),
            lit(null).cast("string").as("kind"),
            lit(null).cast("double").as("similarity"),
            lit(null).cast("double").as("unique")));
  }

  /// The number of each group by its survivor, from 1 for the largest.
  private static Dataset<Row> numbers(Dataset<Row> members) {
    return members
        .sparkSession()
        .createDataFrame(
            members
                .where(NearGroups.survives())
                .orderBy(col("size").desc(), col("number"))
                .select("number")
                .as(Encoders.LONG())
                .toJavaRDD()
                .zipWithIndex()
                .map(group -> RowFactory.create(group._1(), group._2() + 1)),
            NUMBERS);
  }
}
