package io.neardup.config;

import io.neardup.engine.IndexLayout;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Configuration of storage, jobs and the index; `RequestLimits` has the limits of requests.
///
/// @param profile The profile of the default collection, and of requests that name none.
/// @param profilesFile The file of custom profiles, in YAML.
/// @param dataDir The directory of the documents. Only one process at a time can use it.
/// @param backupDir The directory of the backups, preferably on another disk.
/// @param restore The backup to restore at start, latest or its number, into a data directory
///   without documents.
/// @param lowDisk Free space under the data directory below which health reports LIMITED.
/// @param collections What collections may do.
/// @param jobs Jobs on whole collections.
/// @param index How fingerprints are indexed.
@ConfigurationProperties("neardup")
public record NeardupProperties(
    @DefaultValue("simhash-256-v1") String profile,
    @Nullable Path profilesFile,
    @DefaultValue("data") Path dataDir,
    @Nullable Path backupDir,
    @Nullable String restore,
    @DefaultValue("256MB") DataSize lowDisk,
    @DefaultValue Collections collections,
    @DefaultValue Jobs jobs,
    @DefaultValue Index index) {

  /// What collections may do.
  ///
  /// @param storeText Whether collections may store texts, which new ones do unless storeText is
  ///   false. Others keep their setting.
  public record Collections(@DefaultValue("true") boolean storeText) {}

  /// Jobs on whole collections.
  ///
  /// @param atOnce Maximum of concurrent jobs, each on half of the processors, of which one caller
  ///   may run all but one; further ones wait.
  /// @param keep How long finished jobs and their results are kept.
  /// @param maxResults Maximum size of all results on disk, of which one caller may have three
  ///   quarters; a job that would exceed it fails.
  public record Jobs(
      @DefaultValue("2") int atOnce,
      @DefaultValue("7d") Duration keep,
      @DefaultValue("4GB") DataSize maxResults) {}

  /// How fingerprints are indexed.
  ///
  /// @param expectedDocuments Expected number of documents of a collection, for which tables are
  ///   planned.
  /// @param memory Memory for the index of a collection; by default half of the heap. It decides
  ///   the layout, and the number of tables of fingerprints of more than 64 bits; these have all
  ///   tables by default.
  public record Index(@DefaultValue("10000000") long expectedDocuments, @Nullable DataSize memory) {

    /// These settings for the engine.
    ///
    /// @throws IllegalArgumentException if a value is out of range
    IndexLayout layout() {
      Long bytes = memory == null ? null : memory.toBytes();
      return new IndexLayout(expectedDocuments, bytes);
    }
  }
}
