package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.neardup.Json;
import io.neardup.Seeds;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The Python program of `docs/recipe.md` makes the fingerprints that the service makes. It also
/// made the golden vectors of `simhash-256-v1` and `simhash-512-v1`, so that those come from a
/// second implementation.
///
/// Skipped where no Python has the package `xxhash`; with `REQUIRE_PYTHON=true` in the environment
/// it fails there.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PythonRecipeTests {

  private static final String REQUIRED = "REQUIRE_PYTHON";
  private static final int RANDOM_TEXTS = 200;
  private static final int CODE_POINTS_A_TEXT = 400;

  /// Words, marks, scripts without spaces, pictographs and signs.
  private static final String WRITTEN =
      """
      abc ABC w1 w2 w3 straße İi ΟΔΥΣΣΕΥΣ ſ ǰ Джинсы क्षि 한국어 ﬁ Ⅷ 42 ½ ² 文本 ラーメン ｶﾞ ー ภาษา ພາສາ ភាសា \
      မြန်မာ 〇 々 〡 〻 😀 👍🏽 👩‍👧 🇩🇪 ❤️ 1️⃣ ★ ◾ → © ™ ㊗ , �\
      """;

  /// What normalisation removes or joins, and the halves of a pair of surrogates.
  private static final String UNSEEN =
      "\u0301 \u0345 \u200D \u00AD \uFE0F \u034F \u3164 \uD83D \uDE00 " + "\u0301".repeat(31);

  private static final List<String> PIECES =
      Stream.of(WRITTEN.split(" "), UNSEEN.split(" "), new String[] {" ", " ", "\n", "\u0000"})
          .flatMap(Stream::of)
          .toList();

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

  static Stream<Profile> profiles() {
    return Stream.of(Profiles.SIMHASH_256_V1, Profiles.SIMHASH_512_V1);
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void makesTheGoldenVectors(Profile profile) throws IOException {
    List<String[]> vectors =
        Files.readString(Path.of("src/test/resources/golden", profile.name() + ".tsv"))
            .lines()
            .map(line -> line.split("\t", -1))
            .toList();
    assertThat(fingerprints(vectors.stream().map(vector -> vector[0]).toList(), profile.bits()))
        .isEqualTo(vectors.stream().map(vector -> vector[1]).toList());
  }

  @Test
  void makesTheFingerprintThatThePageShows() throws IOException {
    assertThat(Path.of("docs/recipe.md"))
        .content()
        .contains(
            "\"the cat sat on the mat\"",
            fingerprints(List.of("the cat sat on the mat"), 256).getFirst());
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void makesTheFingerprintsOfTheSamples(Profile profile) throws IOException {
    assertAgrees(
        Files.readString(Path.of("docs/samples/peps.ndjson"))
            .lines()
            .map(line -> Json.read(line).get("text").asString())
            .toList(),
        profile);
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void makesTheFingerprintsOfRandomTexts(Profile profile) {
    Seeds.random(random ->
        assertAgrees(Stream.generate(() -> text(random)).limit(RANDOM_TEXTS).toList(), profile));
  }

  @Test
  void readsEveryCodePointThatBothKnow() {
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

  private static String text(SplittableRandom random) {
    return random
        .ints(random.nextInt(1, 60), 0, PIECES.size())
        .mapToObj(PIECES::get)
        .collect(Collectors.joining());
  }

  /// The code points that Python's version of Unicode has.
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
    List<String> made = fingerprints(texts, profile.bits());
    for (int i = 0; i < texts.size(); i++) {
      assertThat(made.get(i)).as("%s", Json.quote(texts.get(i))).isEqualTo(expected.get(i));
    }
  }

  private static List<String> fingerprints(List<String> texts, int bits) {
    String lines = texts.stream().map(Json::quote).collect(Collectors.joining("\n"));
    List<String> made =
        python.run(lines + "\n", "docs/recipe/simhash.py", Integer.toString(bits)).lines().toList();
    assertThat(made).hasSameSizeAs(texts);
    return made;
  }
}
