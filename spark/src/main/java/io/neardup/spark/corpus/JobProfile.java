package io.neardup.spark.corpus;

import io.neardup.profile.Profile;
import io.neardup.profile.ProfileFile;
import io.neardup.profile.ProfileSpec;
import io.neardup.profile.Profiles;
import io.neardup.spark.input.JobException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/// What executors need to build a profile.
///
/// @param own what a custom one is made of, null if it is built in
/// @param idf the table of a custom one, null without one
/// @param describe all that fingerprints depend on
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record JobProfile(
    String name, @Nullable ProfileSpec own, byte @Nullable [] idf, String describe)
    implements Serializable {

  private static final ConcurrentMap<String, Profile> BUILT = new ConcurrentHashMap<>();

  /// A built-in profile, or one of a file.
  ///
  /// @param parameter that names it, for messages
  /// @param file of any file system, null for built-in ones alone
  /// @throws JobException if there is none of that name, or the file is not valid
  public static JobProfile of(
      String parameter, String name, @Nullable String file, Configuration configuration) {
    if (file == null) {
      return builtIn(parameter, name, Map.of());
    }
    try {
      String yaml = new String(content(new Path(file), configuration), StandardCharsets.UTF_8);
      Map<String, ProfileSpec> all = ProfileFile.parse(yaml);
      ProfileSpec own = all.get(name);
      if (own == null) {
        return builtIn(parameter, name, all);
      }
      byte[] idf = own.idf() == null ? null : table(own.idf(), configuration);
      String table = idf == null ? "" : " " + DigestUtils.sha256Hex(idf);
      JobProfile profile = new JobProfile(name, own, idf, own + table);
      profile.build();
      return profile;
    } catch (IOException e) {
      throw new JobException("--profiles " + file + ": cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new JobException("--profiles " + file + ": " + e.getMessage(), e);
    }
  }

  /// A built-in profile.
  ///
  /// @param parameter that names it, for messages
  /// @param others that could be named
  /// @throws JobException if there is none of that name
  public static JobProfile builtIn(String parameter, String name, Map<String, ProfileSpec> others) {
    if (!Profiles.isBuiltIn(name)) {
      throw new JobException(
          parameter
              + " must be one of "
              + Stream.concat(
                      new Profiles().all().stream().map(Profile::name), others.keySet().stream())
                  .distinct()
                  .collect(Collectors.joining(", "))
              + ", was '"
              + name
              + "'");
    }
    return new JobProfile(name, null, null, name);
  }

  private static byte[] table(String file, Configuration configuration) {
    try {
      return content(new Path(file), configuration);
    } catch (IOException e) {
      throw new UncheckedIOException("the idf table " + file + " cannot be read", e);
    }
  }

  /// What a file has.
  static byte[] content(Path path, Configuration configuration) throws IOException {
    try (InputStream in = path.getFileSystem(configuration).open(path)) {
      return in.readAllBytes();
    }
  }

  /// The profile, built once in each process.
  ///
  /// @throws IllegalArgumentException if a custom one or its table is not valid
  public Profile build() {
    return BUILT.computeIfAbsent(
        describe, key -> own == null ? new Profiles().find(name).orElseThrow() : build(own));
  }

  private Profile build(ProfileSpec spec) {
    if (idf == null) {
      return spec.build();
    }
    try {
      java.nio.file.Path table = Files.createTempFile("neardup", ".tsv");
      try {
        return spec.withIdf(Files.write(table, idf).toString()).build();
      } finally {
        Files.delete(table);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the idf table cannot be copied: " + e.getMessage(), e);
    }
  }
}
