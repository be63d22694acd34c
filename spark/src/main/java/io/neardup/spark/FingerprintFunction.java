package io.neardup.spark;

import io.neardup.profile.Content;
import io.neardup.profile.Sketch;
import io.neardup.spark.corpus.JobProfile;
import java.util.Map;
import org.apache.spark.sql.api.java.UDF2;
import org.jspecify.annotations.Nullable;

/// The SQL function `neardup_fingerprint(text, profile)`: the fingerprint of a text in hex, as
/// `POST /fingerprint` answers it. Null for null, and for texts without features.
public final class FingerprintFunction implements UDF2<String, String, String> {

  private static final long serialVersionUID = 1L;

  /// For Spark, which creates functions by their names.
  public FingerprintFunction() {}

  @Override
  public @Nullable String call(@Nullable String text, @Nullable String profile) {
    if (text == null || profile == null) {
      return null;
    }
    Sketch sketch =
        JobProfile.builtIn("neardup_fingerprint: the profile", profile, Map.of())
            .build()
            .sketch(new Content.Text(text));
    return sketch.isEmpty() ? null : sketch.fingerprint().toString();
  }
}
