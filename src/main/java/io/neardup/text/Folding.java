package io.neardup.text;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Replaces every number, date or URL by one word, and characters that look alike by one character,
/// so that texts that differ only in these become equal.
///
/// Lookalikes are folded last, so that numbers, dates and URLs are recognised as written; their
/// placeholders are then folded as well: `o`, `odate`, `ourl`.
///
/// One pass over the bytes: look-ahead is bounded, or consumes its input. O(bytes).
public final class Folding implements TextNormalizer {

  /// The placeholder of numbers: digits, and digits after a `.`, `,` or `:`. Digits in a word with
  /// letters, such as `mp3`, are not replaced.
  public static final String NUMBER = "0";

  /// The placeholder of dates: `2026-08-03`, optionally followed by `t` and a time, `3.8.2026`,
  /// `2026/8/3`, `2026年8月3日`, `8月3日`.
  public static final String DATE = "0date";

  /// The placeholder of URLs: a scheme and `://`, or `www.`, and the ASCII characters that follow;
  /// with [Fold#ADDRESSES] also of other addresses.
  public static final String URL = "0url";

  /// The kinds of folding.
  public enum Fold {
    /// Becomes [Folding#NUMBER].
    NUMBERS,
    /// Becomes [Folding#DATE].
    DATES,
    /// Becomes [Folding#URL].
    URLS,
    /// URLs, also without a scheme if a `/` follows the domain (`bit.ly/x`), mail addresses, and
    /// names after an `@`. Each becomes [Folding#URL].
    ADDRESSES,
    /// Drops the marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters: accents, vowel points
    /// and the tatweel. Case is then not significant.
    MARKS,
    /// Traditional Chinese characters become simplified ones.
    TRADITIONAL,
    /// Characters of a word that look alike, such as Latin `a` and Cyrillic `а`, or `l`, `1` and
    /// `I`, become one of them (UTS #39 skeletons), and digits become the letters they stand for
    /// (`4` for `a`). Case is then not significant.
    LOOKALIKES
  }

  private final boolean numbers;
  private final boolean dates;
  private final boolean urls;
  private final boolean addresses;
  private final boolean traditional;
  private final boolean lookalikes;
  private final TextNormalizer normalizer;

  /// A normaliser that folds some kinds of characters.
  ///
  /// @param kinds what to fold
  /// @param keepCase whether case is significant
  public Folding(Set<Fold> kinds, boolean keepCase) {
    boolean marks = kinds.contains(Fold.MARKS);
    normalizer =
        keepCase ? Normalization.CASED : marks ? Normalization.UNMARKED : Normalization.MARKED;
    numbers = kinds.contains(Fold.NUMBERS);
    dates = kinds.contains(Fold.DATES);
    addresses = kinds.contains(Fold.ADDRESSES);
    urls = addresses || kinds.contains(Fold.URLS);
    traditional = kinds.contains(Fold.TRADITIONAL);
    lookalikes = kinds.contains(Fold.LOOKALIKES);
  }

  @Override
  public NormalizedText apply(String text) {
    NormalizedText normalized = simplified(normalizer.apply(text));
    NormalizedText folded = replaces() ? replace(normalized, null) : normalized;
    return lookalikes ? Lookalikes.fold(folded, normalizer) : folded;
  }

  @Override
  public TracedText trace(String text) {
    TracedText traced = normalizer.trace(text);
    if (traditional) {
      traced = traced.with(simplified(traced.normalized()));
    }
    if (replaces()) {
      int[] places = new int[outputLength(traced.normalized())];
      traced = traced.then(replace(traced.normalized(), places), places);
    }
    return lookalikes ? Lookalikes.trace(traced, normalizer) : traced;
  }

  private NormalizedText simplified(NormalizedText text) {
    return traditional ? SimplifiedChinese.fold(text) : text;
  }

  private boolean replaces() {
    return numbers || dates || urls;
  }

  /// A name is at least half as long as its placeholder; everything else is at least as long.
  private int outputLength(NormalizedText text) {
    return addresses ? 2 * text.length() : text.length();
  }

  /// @param places receives, for each byte of the result, the byte of `text` it comes from
  private NormalizedText replace(NormalizedText text, int @Nullable [] places) {
    Scanner in = new Scanner(text);
    byte[] out = new byte[outputLength(text)];
    int length = 0;
    for (int at = 0; at < text.length(); ) {
      int from = length;
      boolean word = in.isWord(at);
      int url = word && urls ? in.urlEnd(at) : at;
      if (addresses && url == at) {
        url = word ? in.addressEnd(at) : in.nameEnd(at);
      }
      int date = word && dates && url == at ? in.dateEnd(at) : at;
      int number = word && numbers && url == at && date == at ? in.numberEnd(at) : at;
      int end = Math.max(url, Math.max(date, number));
      boolean marked = end > at;
      if (marked) {
        String marker = url > at ? URL : date > at ? DATE : NUMBER;
        for (int i = 0; i < marker.length(); i++) {
          out[length++] = (byte) marker.charAt(i);
        }
        end = in.marksEnd(end);
        if (in.isWord(end)) { // a URL ends at the first letter outside ASCII
          out[length++] = ' ';
        }
      } else {
        end = word ? in.wordEnd(at) : in.next(at);
        System.arraycopy(text.bytes(), at, out, length, end - at);
        length += end - at;
      }
      if (places != null) {
        for (int i = from; i < length; i++) {
          places[i] = marked ? at : at + i - from;
        }
      }
      at = end;
    }
    return new NormalizedText(out, length);
  }

  /// Finds the ends of numbers, dates and URLs that begin at the first byte of a word. If there is
  /// none, returns the beginning.
  private static final class Scanner {

    private static final int MAX_SCHEME = 10;
    private static final int MAX_NAME = 64;
    private static final int YEAR_DIGITS = 4;
    private static final String NOT_IN_URLS = "\"'<>`{}|\\^";
    private static final String NOT_LAST_IN_URLS = ".,;:!?()[]*_~";

    private final byte[] bytes;
    private final int length;

    Scanner(NormalizedText text) {
      bytes = text.bytes();
      length = text.length();
    }

    int next(int at) {
      return at + WordTokenizer.sequenceLength(bytes[at]);
    }

    boolean isWord(int at) {
      return at < length && kind(at) == CharacterClass.WORD;
    }

    int marksEnd(int at) {
      int end = at;
      while (end < length && kind(end) == CharacterClass.MARK) {
        end = next(end);
      }
      return end;
    }

    int wordEnd(int at) {
      int end = at;
      while (end < length && continuesWord(kind(end))) {
        end = next(end);
      }
      return end;
    }

    int urlEnd(int at) {
      int host = at;
      while (host < length && host - at < MAX_SCHEME && isAsciiLetterOrDigit(host)) {
        host++;
      }
      if (bytes[at] >= 'a' && matches(host, "://")) { // a scheme begins with a letter
        host += 3;
      } else if (matches(at, "www.")) {
        host = at + 4;
      } else {
        return at;
      }
      int end = restEnd(host);
      return end > host ? end : at;
    }

    /// The end of a mail address, or of a domain with a path.
    int addressEnd(int at) {
      int local = at;
      while (local < length
          && local - at < MAX_NAME
          && (isAsciiLetterOrDigit(local) || is(local, "._%+-"))) {
        local++;
      }
      if (is(local, "@")) {
        int end = domainEnd(local + 1);
        return end > local + 1 ? end : at;
      }
      int domain = domainEnd(at);
      return domain > at && is(domain, "/") ? restEnd(domain) : at;
    }

    /// The end of an `@` and the name after it, unless it follows a word.
    int nameEnd(int at) {
      if (bytes[at] != '@' || at > 0 && bytes[at - 1] > 0 && isAsciiLetterOrDigit(at - 1)) {
        return at;
      }
      int end = at + 1;
      while (end < length && (continuesWord(kind(end)) || bytes[end] == '_')) {
        end = next(end);
      }
      return end > at + 1 ? end : at;
    }

    /// The end of a domain: names separated by points, the last of two letters or more.
    private int domainEnd(int at) {
      int end = at;
      while (end < length && end - at < MAX_NAME && (isAsciiLetterOrDigit(end) || is(end, ".-"))) {
        end++;
      }
      while (end > at && is(end - 1, ".-")) {
        end--;
      }
      int last = end;
      while (last > at && bytes[last - 1] >= 'a') {
        last--;
      }
      boolean named = end - last >= 2 && last > at + 1 && bytes[last - 1] == '.';
      return named && !isWord(end) ? end : at;
    }

    private int restEnd(int at) {
      int end = at;
      while (end < length && bytes[end] > ' ' && bytes[end] < 0x7F && !is(end, NOT_IN_URLS)) {
        end++;
      }
      while (end > at && is(end - 1, NOT_LAST_IN_URLS)) {
        end--;
      }
      return end;
    }

    int dateEnd(int at) {
      int end = chineseDateEnd(at);
      return end > at ? end : timeEnd(at, numericDateEnd(at));
    }

    int numberEnd(int at) {
      int end = digitsEnd(at, Integer.MAX_VALUE);
      while (end > at && end + 1 < length && is(end, ".,:")) {
        int group = digitsEnd(end + 1, Integer.MAX_VALUE);
        if (group == end + 1) {
          break;
        }
        end = group;
      }
      return end;
    }

    /// The end of a date whose year, of four digits, is first or last.
    private int numericDateEnd(int at) {
      int first = digitsEnd(at, YEAR_DIGITS);
      if (first == at || !is(first, "-/.")) {
        return at;
      }
      int second = digitsEnd(first + 1, 2);
      if (second == first + 1 || second >= length || bytes[second] != bytes[first]) {
        return at;
      }
      boolean yearFirst = first - at == YEAR_DIGITS;
      int end = yearFirst ? dayEnd(second + 1) : digitsEnd(second + 1, YEAR_DIGITS);
      boolean complete = yearFirst ? end > second + 1 : end == second + 1 + YEAR_DIGITS;
      boolean oneMore = end < length && bytes[end] == bytes[first] && isDigit(end + 1);
      return complete && !oneMore ? end : at;
    }

    /// The end of one or two digits, possibly followed by the letter before a time.
    private int dayEnd(int at) {
      int end = at;
      while (end < length && end - at < 2 && isDigit(end)) {
        end = next(end);
      }
      return end > at && (!isWord(end) || matches(end, "t")) ? end : at;
    }

    /// The end of a time such as `t12:30:00z` after a date.
    private int timeEnd(int at, int date) {
      if (date == at || !matches(date, "t")) {
        return date;
      }
      int end = date + 1;
      while (end < length && end - date < 20 && (isDigit(end) || is(end, ":.z"))) {
        end++;
      }
      while (is(end - 1, ":.")) {
        end--;
      }
      return isWord(end) ? at : end;
    }

    private int chineseDateEnd(int at) {
      int month = unitEnd(at, YEAR_DIGITS, "年");
      int day = unitEnd(month, 2, "月");
      if (day == month) {
        return at;
      }
      int end = unitEnd(day, 2, "日");
      end = end > day ? end : unitEnd(day, 2, "号");
      return end > day || month > at ? end : at;
    }

    private int unitEnd(int at, int maxDigits, String unit) {
      int end = digitsEnd(at, maxDigits);
      return end > at && matches(end, unit) ? next(end) : at;
    }

    /// The end of a word of at most `max` digits.
    private int digitsEnd(int at, int max) {
      int end = at;
      int digits = 0;
      while (end < length && digits <= max && isDigit(end)) {
        end = next(end);
        digits++;
      }
      return digits > max || end < length && continuesWord(kind(end)) ? at : end;
    }

    private static boolean continuesWord(byte kind) {
      return kind == CharacterClass.WORD || kind == CharacterClass.MARK;
    }

    private boolean isDigit(int at) {
      return at < length && Character.isDigit(codePoint(at));
    }

    private boolean isAsciiLetterOrDigit(int at) {
      byte b = bytes[at];
      return b >= '0' && b <= '9' || b >= 'a' && b <= 'z';
    }

    private boolean is(int at, String oneOf) {
      return at < length && bytes[at] > 0 && oneOf.indexOf(bytes[at]) >= 0;
    }

    private boolean matches(int at, String expected) {
      int end = at;
      for (int i = 0; i < expected.length(); i++) {
        if (end >= length || codePoint(end) != expected.charAt(i)) {
          return false;
        }
        end = next(end);
      }
      return true;
    }

    private byte kind(int at) {
      return CharacterClass.of(codePoint(at));
    }

    private int codePoint(int at) {
      return WordTokenizer.decode(bytes, at, WordTokenizer.sequenceLength(bytes[at]));
    }
  }
}
