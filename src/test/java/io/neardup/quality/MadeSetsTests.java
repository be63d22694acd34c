package io.neardup.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadeSetsTests {

  private static final String LABELLED = "this labelled text is in no set";
  private static final String PROGRAM =
      """
      int main() {
        int total = %d;
        for (int step = 0; step < 9; step++) {
          total += step;
        }
        return total;
      }
      """;

  private static final LabelledTexts MADE = MadeSets.of(sources(), 1);

  private static LabelledTexts sources() {
    SplittableRandom random = new SplittableRandom(1);
    List<String> posts = new ArrayList<>(List.of(LABELLED, LABELLED + " twice"));
    List<String> programs = new ArrayList<>();
    List<String> descriptions = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder post = new StringBuilder("post");
      for (int word = 4 + random.nextInt(16); word > 0; word--) {
        post.append(" w").append(random.nextInt(5_000));
      }
      posts.add(post.toString());
      programs.add(PROGRAM.formatted(i));
      descriptions.add(
          random.ints(60, 0, 5_000).mapToObj(word -> "w" + word).collect(Collectors.joining(" ")));
    }
    return new LabelledTexts(
        new TreeMap<>(
            Map.of(
                "en_sms",
                new Kind(posts, List.of(new Pair(1, 0)), List.of()),
                "deb_desc",
                new Kind(descriptions, List.of(new Pair(0, 1)), List.of(new Pair(1, 2))),
                "code_subm",
                new Kind(programs, List.of(), List.of()))));
  }

  @Test
  void aSeedDeterminesTheSets() {
    assertThat(MadeSets.of(sources(), 1)).isEqualTo(MADE);
    assertThat(MadeSets.of(sources(), 2)).isNotEqualTo(MADE);
  }

  @Test
  void eachTextHasOneNearDuplicate() {
    assertThat(MADE.kinds()).hasSize(3 * 4 + 5 * 2 + 3 + 5 + 3 + 4 + 2 * 4);
    assertThat(MADE.kinds().values())
        .allSatisfy(kind -> {
          assertThat(kind.ambiguous()).isEmpty();
          assertThat(kind.positives()).hasSize(kind.texts().size() / 2);
          for (int i = 0; i < kind.positives().size(); i++) {
            assertThat(kind.positives().get(i)).isEqualTo(new Pair(2 * i, 2 * i + 1));
          }
          assertThat(kind.texts()).noneMatch(text -> text.startsWith(LABELLED));
        });
  }

  @Test
  void copiesOfPostsHaveOneEditAndTheSameEmoticons() {
    Kind kind = kind("en_sms_8-12_emoticons-33");
    int emoticons = 0;
    for (Pair pair : kind.positives()) {
      List<String> words = List.of(kind.texts().get(pair.a()).split(" "));
      List<String> copy = List.of(kind.texts().get(pair.b()).split(" "));
      assertThat(words).hasSizeBetween(8, 12);
      assertThat(copy).hasSizeBetween(words.size() - 1, words.size() + 1);
      assertThat(copy.getLast()).endsWith(emoticonsOf(words.getLast()));
      emoticons += emoticonsOf(words.getLast()).isEmpty() ? 0 : 1;
    }
    assertThat(emoticons).isBetween(kind.positives().size() / 5, kind.positives().size() / 2);
  }

  private static String emoticonsOf(String word) {
    return word.replaceFirst("^\\w+", "");
  }

  @Test
  void programsAreDisguisedAsNamed() {
    assertThat(copies("code_renamed")).noneMatch(copy -> copy.contains("total"));
    assertThat(copies("code_half_renamed"))
        .anyMatch(copy -> copy.contains("total"))
        .anyMatch(copy -> !copy.contains("total"));
    assertThat(copies("code_lines"))
        .allSatisfy(copy -> assertThat(copy.lines()).hasSize(7).contains("  return total;"));
    assertThat(copies("code_blocks"))
        .anyMatch(copy -> copy.startsWith("int main"))
        .anyMatch(copy -> copy.startsWith("  return total;\n}\nint main"));
  }

  private static List<String> copies(String name) {
    Kind kind = kind(name);
    return kind.positives().stream().map(pair -> kind.texts().get(pair.b())).toList();
  }

  private static Kind kind(String name) {
    Kind kind = MADE.kinds().get(name);
    assertThat(kind).as(name).isNotNull();
    return kind;
  }

  @Test
  void setsAreReadAsTheyWereWritten(@TempDir Path folder) throws IOException {
    MadeSets.write(MADE, folder);
    assertThat(LabelledTexts.read(folder)).isEqualTo(MADE);
  }

  @Test
  void dividedKindsKeepGroupsWhole() {
    Kind chain =
        new Kind(
            List.of("a", "b", "c", "d", "e", "f"),
            List.of(new Pair(1, 0), new Pair(5, 1), new Pair(3, 2)),
            List.of(new Pair(5, 0), new Pair(4, 0)));
    LabelledTexts divided = new LabelledTexts(Map.of("letters", chain)).divided(2);
    assertThat(divided.kinds()).containsOnlyKeys("letters#1", "letters#2");
    Set<List<String>> groups = Set.of(List.of("b", "a"), List.of("f", "b"), List.of("d", "c"));
    for (Kind set : divided.kinds().values()) {
      assertThat(set.texts()).hasSizeBetween(2, 4);
      assertThat(set.positives()).isNotEmpty();
      for (Pair pair : set.positives()) {
        assertThat(groups).contains(List.of(set.texts().get(pair.a()), set.texts().get(pair.b())));
      }
    }
    assertThat(divided.kinds().keySet())
        .allMatch(name -> "letters".equals(LabelledTexts.kindOf(name)));
  }

  @Test
  void announcementsHaveTheStatedShareOfTheirForm() {
    for (int percent : new int[] {50, 65, 80}) {
      Kind kind = kind("templates-" + percent);
      assertThat(kind.positives()).hasSizeBetween(298, 299); // of 0, 1, 2 one or two are unrelated
      List<String> first = List.of(kind.texts().get(0).split(" "));
      Set<String> other = new HashSet<>(List.of(kind.texts().get(2).split(" ")));
      double shared = first.stream().filter(other::contains).count();
      assertThat(shared / first.size()).isCloseTo(percent / 100.0, within(0.06));
      assertThat(kind.texts().get(1)).isNotEqualTo(kind.texts().get(0));
    }
  }

  @Test
  void cutTextsAreTheBeginningAndQuotedOnesInside() {
    for (int percent : new int[] {80, 60, 50, 30}) {
      Kind cut = kind("cut-" + percent);
      Kind quoted = kind("quoted-" + percent);
      assertThat(cut.positives()).hasSizeBetween(298, 299);
      assertThat(quoted.positives()).hasSizeGreaterThan(10);
      assertThat(cut.texts().get(0)).startsWith(cut.texts().get(1) + " ");
      assertThat(quoted.texts().get(1)).contains(quoted.texts().get(0));
      assertThat(words(cut, 1) / words(cut, 0)).isCloseTo(percent / 100.0, within(0.02));
      assertThat(words(quoted, 0) / words(quoted, 1)).isCloseTo(percent / 100.0, within(0.02));
    }
  }

  private static double words(Kind kind, int text) {
    return kind.texts().get(text).split(" ").length;
  }

  @Test
  void misreadTextsHaveOtherLetters() {
    Kind kind = kind("misread-10");
    String text = kind.texts().get(0);
    String copy = kind.texts().get(1);
    assertThat(copy)
        .isNotEqualTo(text)
        .hasSizeBetween(text.length() * 9 / 10, text.length() * 11 / 10);
    assertThat(copy.chars().filter(c -> c == ' ').count())
        .isEqualTo(text.chars().filter(c -> c == ' ').count());
  }
}
