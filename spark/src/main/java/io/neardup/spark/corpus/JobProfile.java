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
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/// What executors need to build a profile.
public final class JobProfile implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final ConcurrentMap<String, Profile> BUILT = new ConcurrentHashMap<>();

  private final String name;
  private final @Nullable ProfileSpec own; // null: built in
  private final byte @Nullable [] idf;
  private transient @Nullable Profile built;

  private JobProfile(String name, @Nullable ProfileSpec own, byte @Nullable [] idf) {
    this.name = name;
    this.own = own;
    this.idf = idf;
  }

  /// A built-in profile.
  ///
  /// @param parameter that names it, for messages
  /// @throws JobException if there is none of that name
  public static JobProfile builtIn(String parameter, String name) {
    return named(parameter, name, Map.of(), new Configuration(false));
  }

  /// A built-in profile, or one of a file.
  ///
  /// @param file of any file system
  /// @throws JobException if there is none of that name, or the file is not valid
  public static JobProfile of(
      String parameter, String name, @Nullable String file, Configuration configuration) {
    if (file == null) {
      return builtIn(parameter, name);
    }
    try {
      JobProfile profile =
          named(
              parameter,
              name,
              ProfileFile.parse(new String(content(file, configuration), StandardCharsets.UTF_8)),
              configuration);
      profile.build();
      return profile;
    } catch (IOException e) {
      throw new JobException("--profiles " + file + ": cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new JobException("--profiles " + file + ": " + e.getMessage(), e);
    }
  }

  private static JobProfile named(
      String parameter, String name, Map<String, ProfileSpec> own, Configuration configuration) {
    ProfileSpec spec = own.get(name);
    if (spec != null) {
      String table = spec.idf();
      return new JobProfile(name, spec, table == null ? null : table(table, configuration));
    }
    Profiles builtIn = new Profiles();
    if (builtIn.find(name).isEmpty()) {
      Set<String> names =
          builtIn.all().stream()
              .map(Profile::name)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      names.addAll(own.keySet());
      throw new JobException(
          parameter + " must be one of " + String.join(", ", names) + ", was '" + name + "'");
    }
    return new JobProfile(name, null, null);
  }

  private static byte[] table(String file, Configuration configuration) {
    try {
      return content(file, configuration);
    } catch (IOException e) {
      throw new UncheckedIOException("the idf table " + file + " cannot be read", e);
    }
  }

  private static byte[] content(String file, Configuration configuration) throws IOException {
    Path path = new Path(file);
    try (InputStream in = path.getFileSystem(configuration).open(path)) {
      return in.readAllBytes();
    }
  }

  /// The profile, built once in each process.
  ///
  /// @throws IllegalArgumentException if a custom one or its table is not valid
  public Profile build() {
    Profile profile = built;
    if (profile == null) {
      profile =
          BUILT.computeIfAbsent(
              describe(),
              key -> own == null ? new Profiles().find(name).orElseThrow() : build(own));
      built = profile;
    }
    return profile;
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

  /// All that fingerprints depend on.
  public String describe() {
    return own == null ? name : own + (idf == null ? "" : " " + DigestUtils.sha256Hex(idf));
  }
}
