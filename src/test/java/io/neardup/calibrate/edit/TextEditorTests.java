package io.neardup.calibrate.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.calibrate.edit.TextEditor.EditKind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextEditorTests {

  private static final String TEXT =
      IntStream.range(0, 200).mapToObj(i -> "word" + i).collect(Collectors.joining(", "));
  private static final List<TextWords> SOURCES = List.of(TextWords.of("other words to insert"));

  private final TextEditor editor = new TextEditor(SOURCES);

  @Test
  void wordsAndGapsMakeTheTextAgain() {
    for (String text : List.of("", "...", "a", " One, two-three!\n四五六。", "naïve cafe\u0301 😀 x")) {
      assertThat(TextWords.of(text).text()).isEqualTo(text);
    }
    assertThat(TextWords.of(" One, two-three!\n四五六。").words())
        .containsExactly("One", "two", "three", "四", "五", "六");
    assertThat(TextWords.of("cafe\u0301s 😀").words()).containsExactly("cafe\u0301s", "😀");
  }

  @ParameterizedTest
  @EnumSource(
      value = EditKind.class,
      names = {"REPLACE", "INSERT", "DELETE"})
  void theGivenNumberOfWordsIsEdited(EditKind kind) {
    for (int edits : List.of(1, 20, 199)) {
      TextWords edited = edit(TEXT, kind, edits, 1);
      int change = kind == EditKind.INSERT ? edits : kind == EditKind.DELETE ? -edits : 0;
      assertThat(edited.count()).isEqualTo(200 + change);
      int longer = Math.max(200, edited.count());
      assertThat(rate(TEXT, edited)).isEqualTo((double) edits / longer);
    }
  }

  @Test
  void mixedEditsAreOfAllKinds() {
    TextWords edited = edit(TEXT, EditKind.MIXED, 60, 1);
    assertThat(rate(TEXT, edited)).isBetween(0.2, 0.3);
    assertThat(edited.words()).containsAnyOf("other", "words", "to", "insert");
    assertThat(edited.count()).isNotEqualTo(200);
  }

  @Test
  void aRunOfWordsIsMoved() {
    for (int seed = 1; seed < 50; seed++) {
      TextWords edited = edit(TEXT, EditKind.MOVE, 10, seed);
      assertThat(edited.words()).containsExactlyInAnyOrderElementsOf(TextWords.of(TEXT).words());
      assertThat(edited.words()).isNotEqualTo(TextWords.of(TEXT).words());
      assertThat(rate(TEXT, edited)).isGreaterThan(0).isLessThanOrEqualTo(0.1);
    }
  }

  @Test
  void charactersOfScriptsWithoutSpacesAreWords() {
    TextEditor chinese = new TextEditor(List.of(TextWords.of("春夏秋冬")));
    String edited =
        chinese.edit(TextWords.of("今天去图书馆还书"), EditKind.INSERT, 2, new SplittableRandom(1));
    assertThat(edited).hasSize(10).doesNotContain(" ").containsPattern("[春夏秋冬]");
  }

  @ParameterizedTest
  @EnumSource(EditKind.class)
  void theSameSeedGivesTheSameText(EditKind kind) {
    assertThat(edit(TEXT, kind, 20, 7)).isEqualTo(edit(TEXT, kind, 20, 7));
    assertThat(edit(TEXT, kind, 20, 7)).isNotEqualTo(edit(TEXT, kind, 20, 8));
  }

  private TextWords edit(String text, EditKind kind, int edits, long seed) {
    return TextWords.of(editor.edit(TextWords.of(text), kind, edits, new SplittableRandom(seed)));
  }

  private static double rate(String text, TextWords edited) {
    return EditRate.of(EditRate.hashes(TextWords.of(text)), EditRate.hashes(edited), 0.999);
  }
}
