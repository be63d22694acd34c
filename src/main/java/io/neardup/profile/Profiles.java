package io.neardup.profile;

import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.text.ChineseTokenizer;
import io.neardup.text.CodeTokenizer;
import io.neardup.text.Folding;
import io.neardup.text.Folding.Fold;
import io.neardup.text.Normalization;
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
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The profiles by name.
public final class Profiles {

  private static final Tokenizer WORDS = new WordTokenizer();

  /// Words; in scripts without spaces pairs of characters.
  static final Tokenizer WORDS_AND_PAIRS = new WordsAndPairs();

  /// The default: sparse SimHash of words and pairs of words in 256 bits.
  public static final Profile SIMHASH_256_V1 = wordsAndPairs("simhash-256-v1", 256, 54);

  /// Sparse SimHash of words and pairs of words in 512 bits.
  public static final Profile SIMHASH_512_V1 = wordsAndPairs("simhash-512-v1", 512, 114);

  /// SimHash as in the paper on web crawling: 64 bits, near-duplicates up to distance 3.
  public static final Profile PAPER_V1 =
      new Profile(
          "paper-v1",
          "Single words (pairs of characters where a script has no spaces), weight 1 + ln(tf),"
              + " XXH3, 64 bits, near-duplicates up to distance 3",
          64,
          3,
          new ComposedRecipe(
              Normalization.MARKED,
              WORDS_AND_PAIRS,
              List.of(1),
              TermFrequencyWeights.LOG,
              SimHash.dense(64)));

  /// The built-in profiles by name, each created on first use.
  private static final Map<String, Supplier<Profile>> BUILT_IN = new LinkedHashMap<>();

  static {
    BUILT_IN.put("simhash-256-v1", () -> SIMHASH_256_V1);
    BUILT_IN.put("simhash-512-v1", () -> SIMHASH_512_V1);
    BUILT_IN.put("posts-v1", () -> Special.POSTS_V1);
    BUILT_IN.put("paper-v1", () -> PAPER_V1);
    BUILT_IN.put("chinese-v1", () -> Special.CHINESE_V1);
    BUILT_IN.put("code-v1", () -> Special.CODE_V1);
    BUILT_IN.put("java-hashcode-32", () -> Originals.JAVA_HASHCODE_32);
    BUILT_IN.put("mt19937-char-32", () -> Originals.MT19937_CHAR_32);
    BUILT_IN.put("vlhash-128", () -> Originals.VLHASH_128);
    BUILT_IN.put("md5-char4-64", () -> Originals.MD5_CHAR4_64);
  }

  private final Map<String, Profile> others = new LinkedHashMap<>();
  private final Profile defaultProfile;

  /// The built-in profiles, with `simhash-256-v1` as the default.
  public Profiles() {
    this(List.of(), SIMHASH_256_V1.name());
  }

  /// The built-in profiles and custom ones.
  ///
  /// @param others custom profiles, whose names must be different
  /// @param defaultName the profile of requests that name none
  /// @throws IllegalArgumentException if a name is taken or the default does not exist
  public Profiles(List<Profile> others, String defaultName) {
    for (Profile profile : others) {
      if (isBuiltIn(profile.name()) || this.others.putIfAbsent(profile.name(), profile) != null) {
        throw new IllegalArgumentException(
            "there is a built-in profile '" + profile.name() + "'; choose another name");
      }
    }
    defaultProfile =
        find(defaultName)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "there is no profile '"
                        + defaultName
                        + "'; known are "
                        + Stream.concat(BUILT_IN.keySet().stream(), this.others.keySet().stream())
                            .toList()));
  }

  /// The profile of requests that name none.
  public Profile defaultProfile() {
    return defaultProfile;
  }

  /// The profile of that name.
  public Optional<Profile> find(String name) {
    Supplier<Profile> builtIn = BUILT_IN.get(name);
    return Optional.ofNullable(builtIn == null ? others.get(name) : builtIn.get());
  }

  /// Whether the profile of that name is built in, so that only another version of the program
  /// changes it.
  public static boolean isBuiltIn(String name) {
    return BUILT_IN.containsKey(name);
  }

  /// Every profile, the default first.
  public Collection<Profile> all() {
    return Stream.of(
            Stream.of(defaultProfile.name()), BUILT_IN.keySet().stream(), others.keySet().stream())
        .flatMap(names -> names)
        .distinct()
        .map(name -> find(name).orElseThrow())
        .toList();
  }

  /// The profiles for special kinds of texts, whose parts the others do not need.
  public static final class Special {

    /// Chinese words, weighted in five levels.
    public static final Profile CHINESE_V1 =
        new Profile(
            "chinese-v1",
            "Chinese words by segmentation, noise words left out, each occurrence weighing one of"
                + " five levels by rarity, XXH3, 64 bits, near-duplicates up to distance 3",
            64,
            3,
            new LevelRecipe(new ChineseTokenizer(), ChineseLevels::level, 64));

    /// Copied programs: lexical tokens count, comments and layout do not.
    public static final Profile CODE_V1 =
        new Profile(
            "code-v1",
            "Runs of 3 tokens of a program (no comments, braces or semicolons), weight 1 + ln(tf),"
                + " XXH3, sparse SimHash of 256 bits, near-duplicates up to distance 61",
            256,
            61,
            new ComposedRecipe(
                Normalization.CASED,
                new CodeTokenizer(),
                List.of(3),
                TermFrequencyWeights.LOG,
                SimHash.sparse(256)));

    /// Short messages, with numbers, addresses and lookalikes folded.
    public static final Profile POSTS_V1 =
        new Profile(
            "posts-v1",
            "Words and pairs of neighbouring words of short messages (single characters and pairs"
                + " of them where a script has no spaces), numbers and addresses replaced by one"
                + " word each, lookalikes by one letter, weight 1 + ln(tf), XXH3, sparse SimHash of"
                + " 512 bits, near-duplicates up to distance 108",
            512,
            108,
            new ComposedRecipe(
                new Folding(
                    Set.of(Fold.MARKS, Fold.NUMBERS, Fold.ADDRESSES, Fold.LOOKALIKES), false),
                WORDS,
                List.of(1, 2),
                TermFrequencyWeights.LOG,
                SimHash.sparse(512)));

    private Special() {}
  }

  private static Profile wordsAndPairs(String name, int bits, int maxDistance) {
    return new Profile(
        name,
        "Words and pairs of neighbouring words (single characters and pairs of them where a script"
            + " has no spaces), weight 1 + ln(tf), XXH3, sparse SimHash of "
            + bits
            + " bits, near-duplicates up to distance "
            + maxDistance,
        bits,
        maxDistance,
        new ComposedRecipe(
            Normalization.UNMARKED,
            WORDS,
            List.of(1, 2),
            TermFrequencyWeights.LOG,
            SimHash.sparse(bits)));
  }

  private static final class WordsAndPairs implements Tokenizer {

    @Override
    public void tokenize(NormalizedText text, TokenSink tokenSink) {
      SpacelessBigrams bigrams = new SpacelessBigrams(tokenSink);
      WORDS.tokenize(text, bigrams);
      bigrams.finish();
    }

    /// Words and single characters, because pairs overlap.
    @Override
    public Tokenizer forPassages() {
      return WORDS;
    }
  }
}
