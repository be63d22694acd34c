package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.expr;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// What the columns of `--annotate` say about records: group, group_size, kept, kind, similarity,
/// unique.
public final class Annotation {

  private static final String[] NO_LOSSES = {
    "*",
    "cast(null AS string) AS kind",
    "cast(null AS double) AS similarity",
    "cast(null AS double) AS unique"
  };

  private static final StructType NUMBERS =
      StructType.fromDDL("of BIGINT NOT NULL, groupNumber BIGINT NOT NULL");

  /// What is added to a record, also to one without near-duplicates, for which nothing is known.
  static final String ADDED =
      """
      named_struct(
        'group', groupNumber, 'size', coalesce(size, 1L), 'kept', coalesce(kept, true),
        'kind', if(kept, null, kind), 'similarity', if(kept, 1D, similarity),
        'unique', if(kept, 0D, unique))\
      """;

  private Annotation() {}

  /// What is known of the members of groups, for [#ADDED].
  ///
  /// @param losses of those that are dropped, null if these are not written
  public static Dataset<Row> of(CorpusJob job, NearGroups groups, @Nullable Losses losses)
      throws IOException {
    Dataset<Row> numbers =
        job.folder().stage("group-numbers", "numbers of groups", () -> numbers(groups.members()));
    Dataset<Row> all = groups.members().join(numbers, expr("survivor = of"));
    Dataset<Row> members = losses == null ? all.selectExpr(NO_LOSSES) : losses.with(all);
    return members.select("number", "groupNumber", "size", "kept", "kind", "similarity", "unique");
  }

  /// The number of each group by its survivor, from 1 for the largest.
  private static Dataset<Row> numbers(Dataset<Row> members) {
    return members
        .sparkSession()
        .createDataFrame(
            members
                .where(NearGroups.SURVIVES)
                .orderBy(expr("size").desc(), expr("number"))
                .select("number")
                .as(Encoders.LONG())
                .toJavaRDD()
                .zipWithIndex()
                .map(group -> RowFactory.create(group._1(), group._2() + 1)),
            NUMBERS);
  }
}
