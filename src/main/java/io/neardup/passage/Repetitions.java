package io.neardup.passage;

import io.neardup.passage.Passage.TextRange;
import io.neardup.text.CharacterClass;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map.Entry;
import java.util.TreeMap;
import java.util.function.ToIntBiFunction;

/// The passages of a record that earlier records also have. Not thread-safe.
public final class Repetitions {

  private static final int GRAPHEME = 64; // characters, enough to find its ends

  private final List<Repeated> passages = new ArrayList<>();

  /// The end of each passage that is not inside another one, by start; both ascend.
  private final TreeMap<Integer, Integer> outermost = new TreeMap<>();

  /// A passage that an earlier record also has.
  ///
  /// @param place in the record; in [#removed] including the white space removed with it
  /// @param of the number of the earlier record
  /// @param ofPlace the place there
  /// @param words the number of equal words
  public record Repeated(TextRange place, long of, TextRange ofPlace, int words) {}

  /// Adds a passage, unless it is inside one added before. O(log passages), amortised.
  ///
  /// @param earlier the number of the earlier record, whose text is the passage's first text
  public void add(long earlier, Passage passage) {
    TextRange place = passage.b();
    Entry<Integer, Integer> outer = outermost.floorEntry(place.start());
    if (outer != null && outer.getValue() >= place.end()) {
      return;
    }
    passages.add(new Repeated(place, earlier, passage.a(), passage.words()));
    Entry<Integer, Integer> inner = outermost.ceilingEntry(place.start());
    while (inner != null && inner.getValue() <= place.end()) {
      outermost.remove(inner.getKey());
      inner = outermost.ceilingEntry(place.start());
    }
    outermost.put(place.start(), place.end());
  }

  /// The number of passages.
  public int size() {
    return passages.size();
  }

  /// The passages in text order, as [#strip] removes them: whole graphemes, with the white space
  /// after a passage if white space or nothing remains before it.
  public List<Repeated> removed(String text) {
    List<Repeated> removed = new ArrayList<>();
    int at = 0;
    boolean afterSpace = true;
    for (Repeated each : inOrder()) {
      int start = boundary(text, each.place().start(), BreakIterator::following);
      int end = Math.max(start, boundary(text, each.place().end(), BreakIterator::preceding));
      if (start > at) {
        afterSpace = Character.isWhitespace(text.charAt(start - 1));
      }
      while (afterSpace
          && end >= at
          && end < text.length()
          && Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      at = Math.max(at, end);
      removed.add(new Repeated(new TextRange(start, end), each.of, each.ofPlace, each.words));
    }
    return removed;
  }

  /// The place itself, or the nearest place outside a grapheme that it would split, such as a flag
  /// or an emoji family.
  private static int boundary(
      String text, int at, ToIntBiFunction<BreakIterator, Integer> outside) {
    int from = Math.max(0, at - GRAPHEME);
    BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
    graphemes.setText(text.substring(from, Math.min(text.length(), at + GRAPHEME)));
    return graphemes.isBoundary(at - from) ? at : from + outside.applyAsInt(graphemes, at - from);
  }

  List<Repeated> inOrder() {
    return passages.stream().sorted(Comparator.comparingInt(each -> each.place().start())).toList();
  }

  /// The text of the record without what [#removed] lists.
  public String strip(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int at = 0;
    for (Repeated each : removed(text)) {
      kept.append(text, at, Math.max(at, each.place().start()));
      at = Math.max(at, each.place().end());
    }
    return kept.append(text, at, text.length()).toString();
  }

  /// Whether the rest of a text has a token: a letter, digit or pictograph.
  public static boolean remains(String rest) {
    return rest.codePoints().anyMatch(Character::isLetterOrDigit)
        || Normalizer.normalize(rest, Normalizer.Form.NFKC)
            .codePoints()
            .map(CharacterClass::of)
            .anyMatch(type -> type != CharacterClass.SEPARATOR && type != CharacterClass.MARK);
  }
}
