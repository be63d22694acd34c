package io.neardup.passage;

import io.neardup.passage.Passage.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The passages of a record that earlier records have as well. Not thread-safe.
public final class Repetitions {

  private final List<Repeated> passages = new ArrayList<>();

  /// A passage that an earlier record has.
  ///
  /// @param place in the record
  /// @param of the number of the earlier record
  /// @param ofPlace the place there
  /// @param words the number of words that are equal in both
  public record Repeated(Range place, long of, Range ofPlace, int words) {}

  /// No passages.
  public Repetitions() {}

  /// Adds a passage, unless it is inside one that was added before.
  ///
  /// @param earlier the number of the earlier record, whose text is the first one of the passage
  public void add(long earlier, Passage passage) {
    if (passages.stream().noneMatch(other -> contains(other.place(), passage.b()))) {
      passages.add(new Repeated(passage.b(), earlier, passage.a(), passage.words()));
    }
  }

  private static boolean contains(Range outer, Range inner) {
    return outer.start() <= inner.start() && inner.end() <= outer.end();
  }

  /// The passages, in the order of the text.
  public List<Repeated> inOrder() {
    return passages.stream().sorted(Comparator.comparingInt(each -> each.place().start())).toList();
  }

  /// The text of the record without the passages. White space before and after a passage becomes
  /// that before it.
  public String strip(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int at = 0;
    for (Repeated each : inOrder()) {
      kept.append(text, at, Math.max(at, each.place().start()));
      at = Math.max(at, each.place().end());
      boolean afterSpace = kept.isEmpty() || Character.isWhitespace(kept.charAt(kept.length() - 1));
      while (afterSpace && at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    return kept.append(text, at, text.length()).toString();
  }

  /// Whether what remains of a text has a letter or digit.
  public static boolean remains(String rest) {
    return rest.codePoints().anyMatch(Character::isLetterOrDigit);
  }
}
