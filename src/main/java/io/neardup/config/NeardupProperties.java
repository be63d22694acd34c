package io.neardup.config;

import io.neardup.engine.IndexLayout;
import io.neardup.profile.ProfileSpec;
import io.neardup.profile.Projection;
import io.neardup.text.Folding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Configuration of profiles, storage, joins and the index; `RequestLimits` has the limits of
/// requests.
///
/// @param profile The profile of the default collection, and of requests that name none.
/// @param profiles Custom profiles, by name.
/// @param dataDir The directory of the documents. Only one process at a time can use it.
/// @param backupDir The directory of the backups, preferably on another disk.
/// @param restore The backup to restore at start, latest or its number, into a data directory
///   without documents.
/// @param lowDisk Free space under the data directory below which health reports LIMITED.
/// @param joins Joins of whole collections.
/// @param jobs Jobs on whole collections.
/// @param index How fingerprints are indexed.
@ConfigurationProperties("neardup")
public record NeardupProperties(
    @DefaultValue("simhash-256-v1") String profile,
    @DefaultValue Map<String, OwnProfile> profiles,
    @DefaultValue("data") Path dataDir,
    @Nullable Path backupDir,
    @Nullable String restore,
    @DefaultValue("256MB") DataSize lowDisk,
    @DefaultValue Joins joins,
    @DefaultValue Jobs jobs,
    @DefaultValue Index index) {

  /// A custom profile.
  ///
  /// @param keepCase Whether case is significant.
  /// @param fold Kinds of tokens that are replaced by one token each: numbers, dates, urls; or
  ///   lookalikes.
  /// @param tokens How the text is tokenised: words, words-and-pairs, unicode-words, characters,
  ///   whitespace, chinese, code.
  /// @param characters The length of a token for tokens=characters.
  /// @param stopWords Languages whose stop words are left out, such as en. Stop words are in lower
  ///   case: with keep-case, The is not left out.
  /// @param shingles Numbers of neighbouring tokens that form a feature: 1 for words alone, 2 for
  ///   pairs, 1,2 for both.
  /// @param weights The weight of a feature: set, tf, log, idf, levels.
  /// @param idf The file with the table for weights=idf and weights=levels: a word, a tab and its
  ///   idf or its document frequency.
  /// @param projection How features become bits: sparse or dense. Sparse, as in the default
  ///   profile, separates near-duplicates better; dense is the SimHash of the paper.
  /// @param bits The width of the fingerprint, 32 to 512.
  /// @param tieIsOne Whether a bit becomes 1 if the weights for and against it are equal, with
  ///   projection=dense.
  /// @param maxDistance The distance up to which texts count as near-duplicates; by default 21 % of
  ///   the bits with projection=sparse, just under a quarter with dense.
  public record OwnProfile(
      @DefaultValue("false") boolean keepCase,
      @DefaultValue Set<Folding.Fold> fold,
      @DefaultValue("words") ProfileSpec.Tokens tokens,
      @DefaultValue("4") int characters,
      @DefaultValue List<String> stopWords,
      @DefaultValue({"1", "2"}) List<Integer> shingles,
      @DefaultValue("log") ProfileSpec.Weights weights,
      @Nullable Path idf,
      @DefaultValue("sparse") Projection projection,
      @DefaultValue("256") int bits,
      @DefaultValue("false") boolean tieIsOne,
      @Nullable Integer maxDistance) {

    /// This profile with a name.
    ///
    /// @throws IllegalArgumentException if its parts do not fit together
    ProfileSpec spec(String name) {
      return new ProfileSpec(
          name,
          keepCase,
          fold,
          tokens,
          characters,
          stopWords,
          shingles,
          weights,
          idf,
          projection,
          bits,
          tieIsOne,
          maxDistance == null ? projection.usualDistance(bits) : maxDistance);
    }
  }

  /// Joins of whole collections, for pairs and groups.
  ///
  /// @param atOnce Maximum of concurrent joins, of which one caller may run all but one; further
  ///   ones are refused.
  /// @param maxPairs Maximum of pairs that groups by star keep in memory, 16 bytes each; more are
  ///   refused.
  public record Joins(@DefaultValue("2") int atOnce, @DefaultValue("20000000") int maxPairs) {}

  /// Jobs on whole collections.
  ///
  /// @param atOnce Maximum of concurrent jobs, each on half of the processors, of which one caller
  ///   may run all but one; further ones wait.
  /// @param queue Maximum of waiting jobs, of which one caller may have three quarters; further
  ///   ones are refused.
  /// @param keep How long finished jobs and their results are kept.
  /// @param maxResults Maximum size of all results on disk, of which one caller may have three
  ///   quarters; a job that would exceed it fails.
  public record Jobs(
      @DefaultValue("2") int atOnce,
      @DefaultValue("100") int queue,
      @DefaultValue("7d") Duration keep,
      @DefaultValue("4GB") DataSize maxResults) {}

  /// How fingerprints are indexed.
  ///
  /// @param exactTo The distance up to which fingerprints of up to 64 bits are looked up by one
  ///   probe per table, which finds all matches; 0 to 11.
  /// @param blocks The number of blocks into which such fingerprints are divided for their tables:
  ///   auto, or a number above exact-to. More blocks mean more tables with longer keys.
  /// @param expectedDocuments Expected number of documents of a collection, for which tables are
  ///   planned.
  /// @param memory Memory for the index of a collection; by default half of the heap. It decides
  ///   the layout with blocks=auto, and the number of tables of fingerprints of more than 64 bits;
  ///   these have all tables by default.
  /// @param wideTables Whether fingerprints of more than 64 bits have tables: about 195 of the 240
  ///   bytes of one of 256 bits. Without them every lookup scans all fingerprints.
  public record Index(
      @DefaultValue("3") int exactTo,
      @DefaultValue(IndexLayout.AUTO) String blocks,
      @DefaultValue("10000000") long expectedDocuments,
      @Nullable DataSize memory,
      @DefaultValue("true") boolean wideTables) {

    /// These settings for the engine.
    ///
    /// @throws IllegalArgumentException if a value is out of range
    IndexLayout layout() {
      Long bytes = memory == null ? null : memory.toBytes();
      return new IndexLayout(blocks, exactTo, expectedDocuments, bytes, wideTables);
    }
  }
}
