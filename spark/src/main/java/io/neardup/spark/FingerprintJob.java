package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
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
final class FingerprintJob extends FingerprintingCommand {

  @Override
  void check(Profile profile, Map<String, Object> results) {}

  @Override
  void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    int bits = profile.bits();
    UDF1<byte[], String> hex =
        fp -> fp == null ? null : FingerprintBytes.fingerprint(fp, bits).toString();
    list(
        folder,
        "fingerprints",
        "fingerprints of records",
        corpus
            .documents()
            .where(col("fault").isNull())
            .select(
                col("id"),
                udf(hex, DataTypes.StringType).apply(col("fp")).as("fingerprint"),
                col("features")));
  }
}
