package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.neardup.GoldenVector;
import io.neardup.Json;
import io.neardup.Seeds;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The Python programs of `docs/recipe.md` compute the same fingerprints as the service: those of
/// all built-in profiles, for `chinese-v1` and `posts-v1` from their words. One of them also
/// computed the golden vectors of `simhash-256-v1` and `simhash-512-v1`, so that those come from a
/// second implementation.
///
/// Skipped if no Python has the package `xxhash`; with `REQUIRE_PYTHON=true` in the environment it
/// fails instead.
class PythonRecipeTests {

  private static final String REQUIRED = "REQUIRE_PYTHON";
  private static final int RANDOM_TEXTS = 200;
  private static final int CODE_POINTS_A_TEXT = 400;

  /// Words, marks, scripts without spaces, pictographs and signs.
  private static final String WRITTEN =
      """
      abc ABC w1 w2 w3 straße İi ΟΔΥΣΣΕΥΣ ſ ǰ Джинсы क्षि 한국어 ﬁ Ⅷ 42 ½ ² 文本 ラーメン ｶﾞ ー ภาษา ພາສາ ភាសា \
      CAFÉ Żółw Їжак Ὀδυσσεύς שָׁלוֹם شَدَّة كـــتاب أؤ क़ が \
      မြန်မာ 〇 々 〡 〻 😀 👍🏽 👩‍👧 🇩🇪 ❤️ 1️⃣ ★ ◾ → © ™ ㊗ , �\
      """;

  /// Characters that normalisation removes or joins, and unpaired surrogates.
  private static final String UNSEEN =
      "\u0301 \u0345 \u0327\u0301 \u3099 \u093C \u0640 \u064B \u05B8 \u20E3 \u200D \u00AD \uFE0F"
          + " \u034F \u3164 \uD83D \uDE00 "
          + "\u0301".repeat(31);

  private static final List<String> PIECES =
      Stream.of(WRITTEN.split(" "), UNSEEN.split(" "), new String[] {" ", " ", "\n", "\u0000"})
          .flatMap(Stream::of)
          .toList();

  /// Tokens of programs, and what may open and close comments, literals and directives.
  private static final List<String> SIGNS =
      Stream.of(
              "x Node größe 变量 $y _z é 0 42 0x1F 0x 1.5e-9 .5f 1'000 5. e E p X + - . ' \" ` '' '''"
                  + " \"\"\"",
              "\\ // /* */ # #define #if #ifdef #include #pragma ## #x define { } ; ( ) * / = , ?",
              "'a' \"b\" `c` 😀 → \u3000 \u200B \uD83D \u007F \u0001")
          .flatMap(line -> Stream.of(line.split(" ")))
          .toList();

  private static final List<String> SPACES = List.of(" ", "\n", "\r\n", "\t", "\\\n", "", "");

  /// Profiles whose words the programs cannot make.
  private static final List<String> FROM_WORDS = List.of("chinese-v1", "posts-v1");

  private static Python python;

  @BeforeAll
  static void find() {
    Optional<Python> found = Python.withXxhash();
    boolean required = Boolean.parseBoolean(System.getenv(REQUIRED));
    assertThat(found.isPresent() || !required)
        .as("%s is set, but no Python has the package xxhash", REQUIRED)
        .isTrue();
    assumeTrue(found.isPresent(), "no Python has the package xxhash");
    python = found.orElseThrow();
  }

  /// The profiles whose texts the programs tokenise themselves.
  static Stream<Profile> profiles() {
    return new Profiles().all().stream().filter(profile -> !FROM_WORDS.contains(profile.name()));
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void reproducesTheGoldenVectors(Profile profile) {
    List<GoldenVector> vectors = GoldenVector.of(profile.name());
    assertThat(made(vectors.stream().map(vector -> quote(vector.text())), profile.name()))
        .isEqualTo(vectors.stream().map(GoldenVector::fingerprint).toList());
  }

  @ParameterizedTest
  @FieldSource("FROM_WORDS")
  void reproducesTheGoldenVectorsFromWords(String profile) {
    Stream<String> words =
        GoldenVector.lines(profile + "-words").stream().skip(1).map(line -> line.split("\t")[1]);
    assertThat(made(words, profile))
        .isEqualTo(GoldenVector.of(profile).stream().map(GoldenVector::fingerprint).toList());
  }

  /// Each indented line of the page that runs a program, with the output shown below it.
  @Test
  void reproducesTheExamplesOfThePage() throws IOException {
    List<String> page = Files.readAllLines(Path.of("docs/recipe.md"));
    int calls = 0;
    for (int i = 0; i < page.size(); i++) {
      if (page.get(i).startsWith("    echo ")) {
        String command = page.get(i).replace("python3", python.command());
        assertThat(Python.bash(command)).as(command).isEqualTo(page.get(i + 1).strip() + "\n");
        calls++;
      }
    }
    assertThat(calls).isEqualTo(6);
  }

  @Test
  void reproducesTheGoldenBands() {
    List<String[]> vectors =
        GoldenVector.lines("minima-v1").stream().skip(1).map(line -> line.split("\t")).toList();
    assertThat(
            made(
                vectors.stream().map(vector -> quote(Json.read(vector[1]).asString())),
                "simhash-256-v1",
                "bands",
                "4x45"))
        .isEqualTo(vectors.stream().map(vector -> vector[0]).toList());
  }

  @Test
  void everyProfileHasARecipeOnThePage() throws IOException {
    String headings =
        Files.readString(Path.of("docs/recipe.md"))
            .lines()
            .filter(line -> line.startsWith("## "))
            .collect(Collectors.joining());
    assertThat(new Profiles().all())
        .allSatisfy(profile -> assertThat(headings).contains("`" + profile.name() + "`"));
  }

  static Stream<Profile> someProfiles() {
    return Seeds.some(profiles());
  }

  @ParameterizedTest
  @MethodSource("someProfiles")
  void reproducesTheFingerprintsOfTheSamples(Profile profile) throws IOException {
    assertAgrees(
        Files.readString(Path.of("docs/samples/peps.ndjson"))
            .lines()
            .map(line -> Json.read(line).get("text").asString())
            .filter(text -> takes(profile, text))
            .toList(),
        profile);
  }

  /// Without capital sigma, for which Java and Python do not always return the same lower-case
  /// letter.
  @ParameterizedTest
  @MethodSource("profiles")
  void reproducesTheFingerprintsOfRandomTexts(Profile profile) {
    boolean isSimhash = profile.name().endsWith("-v1");
    List<String> pieces =
        PIECES.stream()
            .filter(piece -> takes(profile, piece) && (isSimhash || !piece.contains("Σ")))
            .toList();
    Seeds.random(random -> assertAgrees(texts(random, pieces), profile));
  }

  @Test
  void reproducesTheFingerprintsOfPrograms() throws IOException {
    List<String> programs = new ArrayList<>();
    for (Path folder : List.of(Path.of("src/main/java/io/neardup/text"), Path.of("docs/recipe"))) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          programs.add(Files.readString(file));
        }
      }
    }
    assertAgrees(programs, Profiles.Special.CODE_V1);
    List<String> pieces =
        SIGNS.stream().flatMap(sign -> SPACES.stream().map(space -> sign + space)).toList();
    Seeds.random(random -> assertAgrees(texts(random, pieces), Profiles.Special.CODE_V1));
  }

  @Test
  void computesTheSimilaritiesOfTheService() throws IOException {
    List<String> texts =
        Files.readString(Path.of("docs/samples/peps.ndjson"))
            .lines()
            .map(line -> Json.read(line).get("text").asString())
            .limit(20)
            .toList();
    Profile profile = Profiles.SIMHASH_256_V1;
    List<String> lines = new ArrayList<>();
    List<Double> expected = new ArrayList<>();
    for (int i = 1; i < texts.size(); i++) {
      String twice = texts.get(i) + " " + texts.get(i);
      lines.add("[" + quote(texts.get(i - 1)) + "," + quote(twice) + "]");
      expected.add(
          WeightedJaccard.of(
              profile.vector(new Content.Text(texts.get(i - 1))),
              profile.vector(new Content.Text(twice))));
    }
    List<String> made = made(lines.stream(), profile.name(), "similarity");
    for (int i = 0; i < made.size(); i++) {
      assertThat(Double.parseDouble(made.get(i))).isCloseTo(expected.get(i), within(1e-12));
    }
  }

  @Test
  void classifiesEveryCommonCodePointAlike() {
    List<String> texts = new ArrayList<>();
    int[] known = assigned().stream().filter(Character::isDefined).toArray();
    for (int from = 0; from < known.length; from += CODE_POINTS_A_TEXT) {
      int[] some = IntStream.of(known).skip(from).limit(CODE_POINTS_A_TEXT).toArray();
      texts.add(
          IntStream.of(some)
              .mapToObj(codePoint -> "a" + Character.toString(codePoint) + "b ")
              .collect(Collectors.joining()));
    }
    assertAgrees(texts, Profiles.SIMHASH_256_V1);
  }

  private static List<String> texts(SplittableRandom random, List<String> pieces) {
    return Stream.generate(() -> text(random, pieces)).limit(RANDOM_TEXTS).toList();
  }

  private static String text(SplittableRandom random, List<String> pieces) {
    return random
        .ints(random.nextInt(1, 60), 0, pieces.size())
        .mapToObj(pieces::get)
        .collect(Collectors.joining());
  }

  private static boolean takes(Profile profile, String text) {
    return !profile.name().equals("mt19937-char-32") || text.chars().allMatch(c -> c < 128);
  }

  /// The code points in Python's version of Unicode.
  private static BitSet assigned() {
    String program =
        "import unicodedata\n"
            + "for c in range(0x110000):\n"
            + "    if unicodedata.category(chr(c)) not in ('Cn', 'Co'): print(c)";
    BitSet assigned = new BitSet();
    python.run("", "-c", program).lines().mapToInt(Integer::parseInt).forEach(assigned::set);
    return assigned;
  }

  private static void assertAgrees(List<String> texts, Profile profile) {
    assertThat(texts).isNotEmpty();
    List<String> expected =
        texts.stream()
            .map(text -> profile.sketch(new Content.Text(text)).fingerprint().toString())
            .toList();
    List<String> made = made(texts.stream().map(PythonRecipeTests::quote), profile.name());
    for (int i = 0; i < texts.size(); i++) {
      assertThat(made.get(i)).as(quote(texts.get(i))).isEqualTo(expected.get(i));
    }
  }

  /// In ASCII, since an unpaired surrogate cannot be encoded otherwise.
  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder();
    for (char c : Json.quote(text).toCharArray()) {
      quoted.append(c < 128 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return quoted.toString();
  }

  /// @param contents one JSON value each
  /// @param arguments profile and what is computed
  private static List<String> made(Stream<String> contents, String... arguments) {
    List<String> lines = contents.toList();
    String program = arguments[0].endsWith("-v1") ? "simhash" : "originals";
    List<String> command = new ArrayList<>(List.of("docs/recipe/" + program + ".py"));
    command.addAll(List.of(arguments));
    List<String> made =
        python
            .run(String.join("\n", lines) + "\n", command.toArray(String[]::new))
            .lines()
            .toList();
    assertThat(made).hasSameSizeAs(lines);
    return made;
  }
}
