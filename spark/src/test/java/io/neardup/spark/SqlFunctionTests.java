package io.neardup.spark;

import static org.apache.spark.sql.functions.call_udf;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class SqlFunctionTests {

  private static final String HEX =
      Profiles.SIMHASH_256_V1.sketch(new Content.Text("one two three")).fingerprint().toString();

  @Test
  void computesTheFingerprintsOfTheApi() {
    SparkSession spark = LocalSpark.session();
    NeardupFunctions.register(spark);

    Row row =
        spark
            .sql(
                """
                SELECT neardup_fingerprint('one two three', 'simhash-256-v1'),
                       neardup_fingerprint('', 'simhash-256-v1'),
                       neardup_fingerprint(CAST(NULL AS STRING), 'simhash-256-v1'),
                       neardup_distance('000000ff', '000001f0'), neardup_distance(NULL, '00')
                """)
            .first();

    assertThat(row.getString(0)).isEqualTo(HEX);
    assertThat(row.isNullAt(1)).isTrue();
    assertThat(row.isNullAt(2)).isTrue();
    assertThat(row.getInt(3)).isEqualTo(5);
    assertThat(row.isNullAt(4)).isTrue();
    assertThat(
            spark
                .range(1)
                .select(
                    call_udf("neardup_fingerprint", lit("one two three"), lit("simhash-256-v1"))
                        .as("f"))
                .select(call_udf("neardup_distance", col("f"), lit(HEX)))
                .first()
                .getInt(0))
        .isZero();
  }

  @Test
  void explainsWrongArguments() {
    SparkSession spark = LocalSpark.session();
    NeardupFunctions.register(spark);

    assertThatThrownBy(() -> spark.sql("SELECT neardup_fingerprint('a', 'nothing-v1')").collect())
        .rootCause()
        .hasMessageContaining("simhash-256-v1, ")
        .hasMessageContaining("was 'nothing-v1'");
    assertThatThrownBy(() -> spark.sql("SELECT neardup_distance('0g000000', '00000000')").collect())
        .rootCause()
        .hasMessageContaining("index 1");
    assertThatThrownBy(() -> spark.sql("SELECT neardup_distance('0', '00')").collect())
        .rootCause()
        .hasMessageContaining("1 and 2 hex digits");
  }
}
