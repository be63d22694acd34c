package io.neardup.profile;

import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.text.ChineseTokenizer;
import io.neardup.text.CodeTokenizer;
import io.neardup.text.NormalizedText;
import io.neardup.text.SpacelessBigrams;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import io.neardup.text.WordTokenizer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The profiles that callers can ask for by name.
public final class Profiles {

  private static final Tokenizer WORDS = new WordTokenizer();

  /// The one to trust: the order of words counts, and 256 bits tell near from far.
  public static final Profile WIDE_V1 =
      new Profile(
          "wide-v1",
          "Pairs of neighbouring words (or characters where a script has no spaces), weight 1 + ln(tf),"
              + " XXH3, 256 bits, near up to distance 60",
          256,
          60,
          new ComposedRecipe(NormalizedText::of, WORDS, 2, TermFrequencyWeights.LOG, 256));

  /// As [#WIDE_V1] with twice the bits.
  public static final Profile WIDE_512_V1 =
      new Profile(
          "wide-512-v1",
          "As wide-v1 with 512 bits, near up to distance 130",
          512,
          130,
          new ComposedRecipe(NormalizedText::of, WORDS, 2, TermFrequencyWeights.LOG, 512));

  /// The same features as one-bit MinHash, which tells near from far better than SimHash does at
  /// the same width.
  public static final Profile MINHASH_256_V1 =
      new Profile(
          "minhash-256-v1",
          "Pairs of neighbouring words (or characters where a script has no spaces), weight 1 + ln(tf),"
              + " XXH3, one-bit MinHash of 256 bits, near up to distance 64",
          256,
          64,
          minHash(256));

  /// As [#MINHASH_256_V1] with twice the bits.
  public static final Profile MINHASH_512_V1 =
      new Profile(
          "minhash-512-v1",
          "As minhash-256-v1 with 512 bits, near up to distance 134",
          512,
          134,
          minHash(512));

  /// SimHash as the paper on web crawling has it: 64 bits, near up to distance 3.
  public static final Profile PAPER_V1 =
      new Profile(
          "paper-v1",
          "Single words (pairs of characters where a script has no spaces), weight 1 + ln(tf), XXH3,"
              + " 64 bits, near up to distance 3",
          64,
          3,
          new ComposedRecipe(NormalizedText::of, Profiles::words, 1, TermFrequencyWeights.LOG, 64));

  /// Words of Chinese, weighed in five levels.
  public static final Profile CHINESE_V1 =
      new Profile(
          "chinese-v1",
          "Chinese words by segmentation, noise words left out, each occurrence weighing one of five"
              + " levels by rarity, XXH3, 64 bits, near up to distance 3",
          64,
          3,
          new LevelRecipe(new ChineseTokenizer(), ChineseLevels::level, 64));

  /// Copied programs: what the compiler reads counts, comments and layout do not.
  public static final Profile CODE_V1 =
      new Profile(
          "code-v1",
          "Runs of 4 tokens of a program (no comments, braces or semicolons), weight 1 + ln(tf), XXH3,"
              + " 256 bits, near up to distance 66",
          256,
          66,
          new ComposedRecipe(
              NormalizedText::withCase, new CodeTokenizer(), 4, TermFrequencyWeights.LOG, 256));

  private static final List<Profile> BUILT_IN =
      List.of(
          MINHASH_256_V1,
          MINHASH_512_V1,
          WIDE_V1,
          WIDE_512_V1,
          PAPER_V1,
          CHINESE_V1,
          CODE_V1,
          Originals.JAVA_HASHCODE_32,
          Originals.MT19937_CHAR_32,
          Originals.VLHASH_128,
          Originals.MD5_CHAR4_64);

  private final Map<String, Profile> byName = new LinkedHashMap<>();
  private final Profile defaultProfile;

  /// The built-in profiles, `minhash-256-v1` being the default.
  public Profiles() {
    this(List.of(), MINHASH_256_V1.name());
  }

  /// The built-in profiles and others.
  ///
  /// @param others with names of their own
  /// @param defaultName the profile of callers who ask for none
  /// @throws IllegalArgumentException if a name is taken or the default is not there
  public Profiles(List<Profile> others, String defaultName) {
    for (Profile profile : Stream.concat(BUILT_IN.stream(), others.stream()).toList()) {
      if (byName.putIfAbsent(profile.name(), profile) != null) {
        throw new IllegalArgumentException(
            "there is a built-in profile '" + profile.name() + "'; choose another name");
      }
    }
    Profile chosen = byName.get(defaultName);
    if (chosen == null) {
      throw new IllegalArgumentException(
          "there is no profile '" + defaultName + "'; known are " + byName.keySet());
    }
    defaultProfile = chosen;
  }

  /// What callers get who ask for none.
  public Profile defaultProfile() {
    return defaultProfile;
  }

  /// The profile of that name.
  public Optional<Profile> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /// Every profile, the default first.
  public Collection<Profile> all() {
    return Stream.concat(
            Stream.of(defaultProfile),
            byName.values().stream().filter(profile -> profile != defaultProfile))
        .toList();
  }

  private static Recipe minHash(int bits) {
    return new ComposedRecipe(
        NormalizedText::of, WORDS, 2, TermFrequencyWeights.LOG, new MinHash(bits));
  }

  static void words(NormalizedText text, TokenSink features) {
    SpacelessBigrams bigrams = new SpacelessBigrams(features);
    WORDS.tokenize(text, bigrams);
    bigrams.finish();
  }
}
