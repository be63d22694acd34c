import org.apache.spark.ml.feature.HashingTF;
import org.apache.spark.ml.feature.MinHashLSH;
import org.apache.spark.ml.feature.MinHashLSHModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/// Near-duplicate pairs of a file of JSON lines with MinHashLSH of Spark MLlib, two threads, the
/// different words and pairs of words of a text as its features. A table of MLlib has one minimum, so
/// that texts with any minimum in common are compared.
///
///     java (the options of spark/pom.xml) -cp (spark-mllib 4.2.0) src/test/peers/MllibMinHash.java \
///         texts.jsonl.gz 10000 4 .54
///
/// Arguments: the file, the number of texts, of tables, and the least similarity.
public class MllibMinHash {
  public static void main(String[] arguments) {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.sql.shuffle.partitions", 8)
            .config("spark.ui.enabled", false)
            .getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    long start = System.nanoTime();
    spark
        .read()
        .schema("text STRING")
        .json(arguments[0])
        .limit(Integer.parseInt(arguments[1]))
        .createOrReplaceTempView("texts");
    Dataset<Row> words =
        spark.sql(
            "SELECT monotonically_increasing_id() AS id, filter(split(lower(text),"
                + " '[^\\\\p{L}\\\\p{N}]+'), w -> w <> '') AS w FROM texts");
    Dataset<Row> features =
        words
            .selectExpr(
                "id",
                "array_distinct(concat(w, CASE WHEN size(w) < 2 THEN array() ELSE"
                    + " transform(sequence(1, size(w) - 1), i -> concat(w[i - 1], ' ', w[i])) END))"
                    + " AS f")
            .where("size(f) > 0")
            .groupBy("f")
            .agg(functions.min("id").as("id"));
    HashingTF hashing =
        new HashingTF()
            .setInputCol("f")
            .setOutputCol("features")
            .setBinary(true)
            .setNumFeatures(1 << 20);
    Dataset<Row> vectors = hashing.transform(features).select("id", "features").cache();
    System.out.printf(
        "%,d distinct texts after %.1f s%n", vectors.count(), (System.nanoTime() - start) / 1e9);
    MinHashLSHModel model =
        new MinHashLSH()
            .setInputCol("features")
            .setOutputCol("hashes")
            .setNumHashTables(Integer.parseInt(arguments[2]))
            .setSeed(1)
            .fit(vectors);
    long pairs =
        model
            .approxSimilarityJoin(
                vectors, vectors, 1 - Double.parseDouble(arguments[3]), "distance")
            .where("datasetA.id < datasetB.id")
            .count();
    System.out.printf("%,d pairs after %.1f s%n", pairs, (System.nanoTime() - start) / 1e9);
    spark.stop();
  }
}
