package io.neardup.calibrate;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Documents of which all pairs of near-duplicates are known: texts of words with the frequencies
/// of a language (Zipf), announcements from one of several forms with other facts, and copies of
/// both with up to 12 % of edited words.
///
/// @param records what each document is about; two documents about the same are near-duplicates
public record CalibrationWorld(List<String> texts, List<Integer> records) {

  private static final int VOCABULARY = 4_000;
  private static final int FORMS = 12;
  private static final int WORDS = 40;

  /// Two documents by their places, and whether they are near-duplicates.
  public record Pair(int a, int b, boolean duplicate) {}

  /// A world of texts that have nothing in common but frequent words.
  ///
  /// @param copied so many of the records have a copy
  public static CalibrationWorld plain(int records, int copied, long seed) {
    return of(records, 0, copied, seed);
  }

  /// A world in which half of the records are announcements from a form.
  ///
  /// @param formWords of the 40 words of an announcement, an even number
  public static CalibrationWorld templates(int records, int formWords, int copied, long seed) {
    return of(records, formWords, copied, seed);
  }

  private static CalibrationWorld of(int records, int formWords, int copied, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<String>> forms =
        IntStream.range(0, FORMS).mapToObj(form -> words(formWords, random)).toList();
    List<String> texts = new ArrayList<>();
    List<Integer> about = new ArrayList<>();
    for (int record = 0; record < records; record++) {
      List<String> form = record % 2 == 0 ? List.of() : forms.get(random.nextInt(FORMS));
      int half = form.size() / 2;
      List<String> text = new ArrayList<>(form.subList(0, half));
      text.addAll(words(WORDS - form.size(), random));
      text.addAll(WORDS / 2, form.subList(half, form.size()));
      texts.add(String.join(" ", text));
      about.add(record);
      if ((record + 1) * copied / records > record * copied / records) {
        texts.add(edited(text, 1 + random.nextInt(5), random));
        about.add(record);
      }
    }
    return new CalibrationWorld(List.copyOf(texts), List.copyOf(about));
  }

  private static List<String> words(int count, SplittableRandom random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add("w" + (int) Math.pow(VOCABULARY, random.nextDouble()));
    }
    return words;
  }

  private static String edited(List<String> text, int edits, SplittableRandom random) {
    List<String> words = new ArrayList<>(text);
    for (int i = 0; i < edits; i++) {
      words.set(random.nextInt(words.size()), "e" + random.nextInt(100_000));
    }
    return String.join(" ", words);
  }

  /// The number of documents.
  public int size() {
    return texts.size();
  }

  /// Near-duplicates of a document on average.
  public double duplicatesPerDocument() {
    return 2.0 * duplicates().size() / size();
  }

  /// All pairs of near-duplicates.
  public List<Pair> duplicates() {
    return all().stream().filter(Pair::duplicate).toList();
  }

  private List<Pair> all() {
    List<Pair> pairs = new ArrayList<>();
    for (int a = 1; a < size(); a++) {
      for (int b = 0; b < a; b++) {
        pairs.add(new Pair(a, b, isDuplicate(a, b)));
      }
    }
    return pairs;
  }

  public boolean isDuplicate(int a, int b) {
    return records.get(a).equals(records.get(b));
  }

  /// Random pairs that are not near-duplicates.
  public List<Pair> others(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Pair> others = new ArrayList<>();
    while (others.size() < count) {
      int a = random.nextInt(size());
      int b = random.nextInt(size());
      if (a != b && !isDuplicate(a, b)) {
        others.add(new Pair(Math.max(a, b), Math.min(a, b), false));
      }
    }
    return others;
  }

  /// Some pairs of near-duplicates and some random others, in random order.
  public List<Pair> labelled(int duplicates, int others, long seed) {
    List<Pair> known = new ArrayList<>(duplicates());
    Collections.shuffle(known, new Random(seed));
    List<Pair> pairs = new ArrayList<>(known.subList(0, duplicates));
    pairs.addAll(others(others, seed));
    Collections.shuffle(pairs, new Random(seed));
    return pairs;
  }

  public LabelledPair text(Pair pair) {
    return new LabelledPair(texts.get(pair.a), texts.get(pair.b), pair.duplicate, 1);
  }

  /// The share of near-duplicates among all pairs within a distance.
  public double precision(Profile profile, int distance) {
    List<Pair> within =
        byDistance(profile, 0, distance).values().stream().flatMap(List::stream).toList();
    return within.isEmpty()
        ? 1
        : (double) within.stream().filter(Pair::duplicate).count() / within.size();
  }

  /// The pairs at each distance of a range.
  public SortedMap<Integer, List<Pair>> byDistance(Profile profile, int from, int to) {
    List<@Nullable Fingerprint> fingerprints = new ArrayList<>();
    for (String text : texts) {
      Sketch sketch = profile.sketch(new Content.Text(text));
      fingerprints.add(sketch.isEmpty() ? null : sketch.fingerprint());
    }
    SortedMap<Integer, List<Pair>> byDistance = new TreeMap<>();
    for (Pair pair : all()) {
      int distance = TextSketcher.distance(fingerprints.get(pair.a), fingerprints.get(pair.b));
      if (distance >= from && distance <= to) {
        byDistance.computeIfAbsent(distance, unseen -> new ArrayList<>()).add(pair);
      }
    }
    return byDistance;
  }
}
