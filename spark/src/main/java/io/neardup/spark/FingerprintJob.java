package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.CorpusJob;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import picocli.CommandLine.Command;

/// Computes fingerprints.
@Command(
    name = "fingerprint",
    description = {
      "Computes the fingerprint of each record.",
      "",
      "Writes fingerprints/ (id, fingerprint, features), rejected/ and report.json."
    })
final class FingerprintJob extends SparkCommand {

  @Override
  void check(Profile profile, Map<String, Object> results) {}

  @Override
  CorpusRecords run(CorpusJob job) throws IOException {
    CorpusDocuments corpus = new CorpusDocuments(job, List.of(), null);
    int bits = job.profile().build().bits();
    UDF1<byte[], String> hex =
        fp -> fp == null ? null : FingerprintBytes.fingerprint(fp, bits).toString();
    list(
        corpus,
        "fingerprints",
        "fingerprints of records",
        corpus
            .documents()
            .where("fault IS NULL")
            .select(
                col("id"),
                udf(hex, DataTypes.StringType).apply(col("fp")).as("fingerprint"),
                col("features")));
    return corpus;
  }
}
