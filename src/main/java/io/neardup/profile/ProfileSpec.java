package io.neardup.profile;

import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.IdfLevels;
import io.neardup.simhash.IdfTable;
import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.text.CharacterTokenizer;
import io.neardup.text.ChineseTokenizer;
import io.neardup.text.CodeTokenizer;
import io.neardup.text.Folding;
import io.neardup.text.StopWordLists;
import io.neardup.text.StopWords;
import io.neardup.text.TextNormalizer;
import io.neardup.text.Tokenizer;
import io.neardup.text.UnicodeWordTokenizer;
import io.neardup.text.WhitespaceTokenizer;
import io.neardup.text.WordTokenizer;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A custom profile, composed of the same parts as the built-in ones.
///
/// @param name lower-case letters, digits and hyphens, ending in a version such as `-v1`
/// @param keepCase whether case is significant
/// @param fold kinds of tokens to replace by one token each: numbers, dates, URLs, addresses; also
///   marks and lookalike characters, which both exclude `keepCase`
/// @param tokens how the text is tokenised
/// @param characters the length of a token for [Tokens#CHARACTERS], 1 to 32
/// @param stopWords languages whose stop words are left out, such as `en`
/// @param shingles numbers of neighbouring tokens that form a feature, 1 to 16; several sizes make
///   features of each
/// @param weights the weighting scheme
/// @param idf the path of the table for [Weights#IDF] and [Weights#LEVELS], see [IdfFile]
/// @param projection how features become bits
/// @param bits the width of the fingerprint, 32 to 512
/// @param tieIsOne the value of a bit whose sum is 0, with [Projection#DENSE]
/// @param maxDistance the distance up to which texts count as near-duplicates, 0 to `bits`
public record ProfileSpec(
    String name,
    boolean keepCase,
    Set<Folding.Fold> fold,
    Tokens tokens,
    int characters,
    List<String> stopWords,
    List<Integer> shingles,
    Weights weights,
    @Nullable String idf,
    Projection projection,
    int bits,
    boolean tieIsOne,
    int maxDistance)
    implements Serializable {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*-v[0-9]+");
  private static final int MAX_SHINGLE = 16;

  /// Tokenisers.
  public enum Tokens {
    /// Runs of letters and digits; in scripts without spaces single characters.
    WORDS,

    /// Runs of letters and digits; in scripts without spaces pairs of characters.
    WORDS_AND_PAIRS,

    /// Words by Unicode's rules (UAX #29).
    UNICODE_WORDS,

    /// Every run of a number of characters.
    CHARACTERS,

    /// Runs without white space.
    WHITESPACE,

    /// Chinese words by segmentation, other words as with [#WORDS].
    CHINESE,

    /// The lexical tokens of a program.
    CODE
  }

  /// Weighting schemes.
  public enum Weights {
    /// 1 for each distinct feature.
    SET,

    /// 1 for each occurrence.
    TF,

    /// 1 + ln(tf).
    LOG,

    /// (1 + ln(tf)) · idf.
    IDF,

    /// One of five levels by idf, for each occurrence.
    LEVELS
  }

  /// Rejects invalid combinations.
  public ProfileSpec {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name must be of lower-case letters, digits and hyphens and end in a version, such as"
              + " my-profile-v1, was '"
              + name
              + "'");
    }
    requireRange("characters", characters, 1, CharacterTokenizer.MAX_N);
    if (shingles.isEmpty()) {
      throw new IllegalArgumentException("shingles must name at least one size, such as 2");
    }
    shingles.forEach(size -> requireRange("shingles", size, 1, MAX_SHINGLE));
    requireRange("bits", bits, Fingerprint.MIN_BITS, Fingerprint.MAX_BITS);
    requireRange("max-distance", maxDistance, 0, bits);
    if ((idf == null) == (weights == Weights.IDF || weights == Weights.LEVELS)) {
      throw new IllegalArgumentException(
          "an idf table goes with the weights idf and levels, and only with them");
    }
    if (tieIsOne && projection == Projection.SPARSE) {
      throw new IllegalArgumentException(
          "tie-is-one goes with projection dense; with sparse, a bit whose sum is 0 is 0");
    }
    if (keepCase && fold.contains(Folding.Fold.LOOKALIKES)) {
      throw new IllegalArgumentException(
          "fold lookalikes does not go with keep-case: I looks like l, and then i does");
    }
    if (keepCase && fold.contains(Folding.Fold.MARKS)) {
      throw new IllegalArgumentException(
          "fold marks does not go with keep-case; leave out one of them");
    }
    fold = Collections.unmodifiableSortedSet(new TreeSet<>(fold));
    shingles = shingles.stream().distinct().sorted().toList();
    stopWords = List.copyOf(stopWords);
  }

  /// Builds the profile.
  ///
  /// @throws IllegalArgumentException if a language has no stop words, or the idf table cannot be
  ///   read; the message names the profile, and the file and line
  public Profile build() {
    try {
      Tokenizer tokenizer = tokenizer();
      ComposedRecipe recipe =
          new ComposedRecipe(
              normalizer(),
              tokenizer,
              shingles,
              weights(tokenizer),
              new SimHash(projection, bits, tieIsOne));
      return new Profile(name, description(), bits, maxDistance, recipe);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  /// The same profile with its table at another path.
  public ProfileSpec withIdf(String path) {
    return new ProfileSpec(
        name,
        keepCase,
        fold,
        tokens,
        characters,
        stopWords,
        shingles,
        weights,
        path,
        projection,
        bits,
        tieIsOne,
        maxDistance);
  }

  private TextNormalizer normalizer() {
    return new Folding(fold, keepCase);
  }

  private Tokenizer tokenizer() {
    Tokenizer tokenizer =
        switch (tokens) {
          case WORDS -> new WordTokenizer();
          case WORDS_AND_PAIRS -> Profiles.WORDS_AND_PAIRS;
          case UNICODE_WORDS -> new UnicodeWordTokenizer();
          case CHARACTERS -> new CharacterTokenizer(characters);
          case WHITESPACE -> new WhitespaceTokenizer();
          case CHINESE -> new ChineseTokenizer();
          case CODE -> new CodeTokenizer();
        };
    Set<String> words = new HashSet<>();
    stopWords.forEach(language -> words.addAll(StopWordLists.of(language)));
    return words.isEmpty() ? tokenizer : new StopWords(tokenizer, words, normalizer());
  }

  private FeatureWeights weights(Tokenizer tokenizer) {
    return switch (weights) {
      case SET -> TermFrequencyWeights.SET;
      case TF -> TermFrequencyWeights.TF;
      case LOG -> TermFrequencyWeights.LOG;
      case IDF -> readIdf(tokenizer);
      case LEVELS -> IdfLevels.of(readIdf(tokenizer));
    };
  }

  private IdfTable readIdf(Tokenizer tokenizer) {
    if (idf == null) {
      throw new IllegalStateException("checked by the constructor");
    }
    try {
      return IdfFile.read(Path.of(idf), normalizer(), tokenizer, shingles);
    } catch (IOException e) {
      String fault = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
      throw new IllegalArgumentException("the idf table " + idf + " cannot be read: " + fault, e);
    }
  }

  private String description() {
    return String.format(
        Locale.ROOT,
        "Custom: %s in runs of %s, weight %s, XXH3, %s SimHash of %d bits, near-duplicates up to"
            + " distance %d",
        tokens.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        shingles.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
        weights.name().toLowerCase(Locale.ROOT),
        projection.name().toLowerCase(Locale.ROOT),
        bits,
        maxDistance);
  }

  private static void requireRange(String part, int value, int from, int to) {
    if (value < from || value > to) {
      throw new IllegalArgumentException(
          part + " must be " + from + " to " + to + ", was " + value);
    }
  }
}
