package io.neardup.calibrate.edit;

import io.neardup.text.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Edits a given number of words of texts. The same texts and random numbers give the same edits.
public final class TextEditor {

  /// How a text is edited.
  public enum EditKind {
    /// Words are replaced by words of other documents.
    REPLACE,
    /// Words of other documents are inserted.
    INSERT,
    /// Words are deleted.
    DELETE,
    /// A run of words is moved to another place.
    MOVE,
    /// Words are replaced, inserted and deleted, a third each.
    MIXED
  }

  private static final List<EditKind> MIXED =
      List.of(EditKind.REPLACE, EditKind.INSERT, EditKind.DELETE);

  private final List<TextWords> sources;

  /// An editor that inserts words of other texts.
  ///
  /// @param sources texts whose words are inserted; those without words are ignored
  public TextEditor(List<TextWords> sources) {
    this.sources = sources.stream().filter(source -> source.count() > 0).toList();
  }

  /// The text with some of its words edited.
  ///
  /// @param edits the number of words, at least 1 and below the number of words of the text
  public String edit(TextWords text, EditKind kind, int edits, SplittableRandom random) {
    if (kind == EditKind.MOVE) {
      return move(text, edits, random).text();
    }
    List<String> words = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    gaps.add(text.gaps().getFirst());
    int left = edits;
    for (int i = 0; i < text.count(); i++) {
      String word = text.words().get(i);
      String gap = text.gaps().get(i + 1);
      if (random.nextInt(text.count() - i) >= left) { // each set of words is equally likely
        words.add(word);
        gaps.add(gap);
        continue;
      }
      left--;
      switch (kind == EditKind.MIXED ? MIXED.get(random.nextInt(MIXED.size())) : kind) {
        case REPLACE -> {
          words.add(otherWord(word, random));
          gaps.add(gap);
        }
        case INSERT -> {
          words.add(word);
          gaps.add(spaceAfter(word));
          words.add(otherWord(word, random));
          gaps.add(gap);
        }
        case DELETE, MOVE, MIXED -> {
          if (words.isEmpty() || gap.length() > gaps.getLast().length()) {
            gaps.set(gaps.size() - 1, gap);
          }
        }
      }
    }
    return new TextWords(words, gaps).text();
  }

  private static TextWords move(TextWords text, int length, SplittableRandom random) {
    int from = random.nextInt(text.count() - length + 1);
    List<String> words = new ArrayList<>(text.words());
    List<String> run = words.subList(from, from + length);
    List<String> moved = List.copyOf(run);
    run.clear();
    int to = random.nextInt(words.size());
    words.addAll(to >= from ? to + 1 : to, moved); // never to where it was
    return new TextWords(words, text.gaps());
  }

  /// A word of a random text, in proportion to how often it occurs there; different from `word`,
  /// unless ten are equal to it.
  private String otherWord(String word, SplittableRandom random) {
    String other = word;
    for (int tries = 0; tries < 10 && other.equals(word); tries++) {
      TextWords source = sources.get(random.nextInt(sources.size()));
      other = source.words().get(random.nextInt(source.count()));
    }
    return other;
  }

  private static String spaceAfter(String word) {
    int last = word.codePointBefore(word.length());
    return CharacterClass.of(last) == CharacterClass.SPACELESS ? "" : " ";
  }
}
