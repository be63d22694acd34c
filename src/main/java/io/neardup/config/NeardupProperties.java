package io.neardup.config;

import io.neardup.profile.ProfileSpec;
import io.neardup.profile.Profiles;
import io.neardup.profile.Projection;
import io.neardup.text.Folding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What can be configured about neardup itself; `RequestLimits` has what requests may bring.
///
/// @param profile The profile of the default collection, and of callers who ask for none.
/// @param profiles Profiles of your own, by name.
/// @param dataDir Where documents are kept. Only one service at a time can have it.
/// @param backupDir Where backups are kept, on another disk if there is one.
/// @param restore The backup to restore at start, latest or its number, into a data directory that
///   has no documents.
/// @param lowDisk How much room there must be under the data directory; health says LIMITED where
///   there is less.
/// @param joins how whole collections are searched
/// @param index how fingerprints are indexed
@ConfigurationProperties("neardup")
public record NeardupProperties(
    @DefaultValue("simhash-256-v1") String profile,
    @DefaultValue Map<String, OwnProfile> profiles,
    @DefaultValue("data") Path dataDir,
    @Nullable Path backupDir,
    @Nullable String restore,
    @DefaultValue("256MB") DataSize lowDisk,
    @DefaultValue Joins joins,
    @DefaultValue Index index) {

  /// A profile of the user's own.
  ///
  /// @param keepCase Whether capital letters differ from small ones.
  /// @param fold What becomes one token whatever it says: numbers, dates, urls; or lookalikes.
  /// @param tokens How the text is cut: words, words-and-pairs, unicode-words, characters,
  ///   whitespace, chinese, code.
  /// @param characters The length of a token for tokens=characters.
  /// @param stopWords Languages whose stop words are left out, such as en. They are written small:
  ///   with keep-case, The stays.
  /// @param shingles How many neighbouring tokens are one feature: 1 for words alone, 2 for pairs,
  ///   1,2 for both.
  /// @param weights How much a feature counts: set, tf, log, idf, levels.
  /// @param idf The file with the table for weights=idf and weights=levels: a word, a tab and its
  ///   idf or how many documents have it.
  /// @param projection How features become bits: sparse or dense. Sparse, which the default profile
  ///   has, tells near-duplicates better; dense is the SimHash of the paper.
  /// @param bits The width of the fingerprint, 32 to 512.
  /// @param tieIsOne Whether a bit becomes 1 where the weights for and against it are equal, with
  ///   projection=dense.
  /// @param maxDistance Up to which distance texts count as near-duplicates; if left out, 21 % of
  ///   the bits with projection=sparse, just under a quarter with dense.
  public record OwnProfile(
      @DefaultValue("false") boolean keepCase,
      @DefaultValue Set<Folding.Kind> fold,
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

    /// This profile under a name.
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
          maxDistance == null ? usualDistance() : maxDistance);
    }

    private int usualDistance() {
      return switch (projection) {
        case DENSE -> Math.max(0, bits / 4 - 1);
        case SPARSE ->
            bits * Profiles.SIMHASH_256_V1.maxDistance() / Profiles.SIMHASH_256_V1.bits();
      };
    }
  }

  /// How whole collections are searched for pairs and groups.
  ///
  /// @param atOnce How many such searches run at once, one caller having at most all but one of
  ///   them; further ones are refused until one is done.
  /// @param maxPairs How many pairs GET /groups?by=star keeps in memory, 16 bytes each; more are
  ///   refused.
  public record Joins(@DefaultValue("2") int atOnce, @DefaultValue("20000000") int maxPairs) {}

  /// How fingerprints are indexed.
  ///
  /// @param exactTo Up to which distance fingerprints of up to 64 bits are looked up by one probe a
  ///   table, which finds all of them; 0 to 11.
  /// @param blocks Into how many blocks such fingerprints are cut for their tables: auto, a number
  ///   above exact-to, or two such as 4x4. More blocks mean more tables with longer keys.
  /// @param expectedDocuments How many documents a collection is going to have, about; tables are
  ///   planned for as many.
  /// @param memory How much memory the index of a collection may take; half of the heap if left
  ///   out. What blocks=auto goes by, and fingerprints of more than 64 bits have as many tables as
  ///   fit into it: all of them if it is left out.
  /// @param wideTables Whether fingerprints of more than 64 bits have tables: about 195 of the 240
  ///   bytes that one of 256 bits takes. Without them every lookup scans all fingerprints.
  public record Index(
      @DefaultValue("3") int exactTo,
      @DefaultValue(IndexLayout.AUTO) String blocks,
      @DefaultValue("10000000") long expectedDocuments,
      @Nullable DataSize memory,
      @DefaultValue("true") boolean wideTables) {}
}
