package io.neardup.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How texts become fingerprints.
public final class ProfileOptions {

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "how a text becomes a fingerprint: simhash-256-v1 (default), simhash-512-v1, posts-v1,"
              + " paper-v1, code-v1, chinese-v1 and others")
  private String profile = "simhash-256-v1";

  @Option(
      names = "--profiles",
      paramLabel = "FILE",
      description =
          "a file of custom profiles (neardup.profiles-file of the service), which can be named as"
              + " well")
  private @Nullable String file;

  /// The name of the profile.
  public String profile() {
    return profile;
  }

  /// The file of custom profiles.
  public @Nullable String file() {
    return file;
  }
}
