package io.neardup.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/// Stop words by language, named by its ISO 639-1 code.
///
/// The lists come with Lucene, most of them from the Snowball project (BSD). Lucene has none for
/// Chinese; its list has the one-character words that make up at least one in a thousand words by
/// the segmenter's dictionary: particles, pronouns, prepositions and the most common verbs.
public final class StopWordLists {

  private static final int CHINESE_ONE_IN = 1_000;

  private static final Map<String, Supplier<Set<String>>> BY_LANGUAGE = byLanguage();

  private StopWordLists() {}

  /// The languages with a list.
  public static Set<String> languages() {
    return new TreeSet<>(BY_LANGUAGE.keySet());
  }

  /// The stop words of a language, read by each call.
  ///
  /// @param language one of [#languages()]
  public static Set<String> of(String language) {
    Supplier<Set<String>> list = BY_LANGUAGE.get(language);
    if (list == null) {
      throw new IllegalArgumentException(
          "language must be one of " + String.join(", ", languages()) + ", was " + language);
    }
    return list.get();
  }

  private static Map<String, Supplier<Set<String>>> byLanguage() {
    Map<String, Supplier<Set<String>>> lists = new TreeMap<>();
    Map.of(
            "da", "danish",
            "de", "german",
            "en", "english",
            "es", "spanish",
            "fi", "finnish",
            "fr", "french",
            "hu", "hungarian",
            "it", "italian",
            "nl", "dutch",
            "pt", "portuguese")
        .forEach((code, name) -> lists.put(code, () -> snowball(name)));
    lists.put("no", () -> snowball("norwegian"));
    lists.put("ru", () -> snowball("russian"));
    lists.put("sv", () -> snowball("swedish"));
    lists.put("ar", () -> words(ArabicAnalyzer.getDefaultStopSet()));
    lists.put("bg", () -> words(BulgarianAnalyzer.getDefaultStopSet()));
    lists.put("cs", () -> words(CzechAnalyzer.getDefaultStopSet()));
    lists.put("el", () -> words(GreekAnalyzer.getDefaultStopSet()));
    lists.put("fa", () -> words(PersianAnalyzer.getDefaultStopSet()));
    lists.put("hi", () -> words(HindiAnalyzer.getDefaultStopSet()));
    lists.put("ja", () -> words(JapaneseAnalyzer.getDefaultStopSet()));
    lists.put("ro", () -> words(RomanianAnalyzer.getDefaultStopSet()));
    lists.put("th", () -> words(ThaiAnalyzer.getDefaultStopSet()));
    lists.put("tr", () -> words(TurkishAnalyzer.getDefaultStopSet()));
    lists.put("zh", StopWordLists::chinese);
    return lists;
  }

  private static Set<String> snowball(String name) {
    String resource = name + "_stop.txt";
    try (InputStream list =
        Objects.requireNonNull(SnowballFilter.class.getResourceAsStream(resource), resource)) {
      return words(WordlistLoader.getSnowballWordSet(list));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the stop words " + resource, e);
    }
  }

  private static Set<String> words(CharArraySet list) {
    return list.stream()
        .map(word -> new String((char[]) word))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> chinese() {
    long[] total = {0};
    ChineseDictionary.forEach((word, count) -> total[0] += count);
    Set<String> frequent = new LinkedHashSet<>();
    ChineseDictionary.forEach((word, count) -> {
      if (word.length() == 1 && count >= total[0] / CHINESE_ONE_IN) {
        frequent.add(word);
      }
    });
    return frequent;
  }
}
