package io.neardup.spark;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.spark.corpus.JobProfile;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.api.java.UDF2;
import org.jspecify.annotations.Nullable;

/// The SQL function `neardup_fingerprint(text, profile)`: the fingerprint of a text in hex, as
/// `POST /fingerprint` answers it. Null for null, and for texts without features.
public final class FingerprintFunction implements UDF2<String, String, String> {

  private static final long serialVersionUID = 1L;
  private static final ConcurrentMap<String, Profile> PROFILES = new ConcurrentHashMap<>();

  /// For Spark, which creates functions by their names.
  public FingerprintFunction() {}

  @Override
  public @Nullable String call(@Nullable String text, @Nullable String profile) {
    if (text == null || profile == null) {
      return null;
    }
    Sketch sketch =
        PROFILES
            .computeIfAbsent(
                profile,
                name -> JobProfile.builtIn("neardup_fingerprint: the profile", name).build())
            .sketch(new Content.Text(text));
    return sketch.isEmpty() ? null : sketch.fingerprint().toString();
  }
}
