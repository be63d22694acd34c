package io.neardup.quality;

import io.neardup.pairs.group.Components;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Documents of several kinds, and labels of pairs of them.
///
/// Pairs of one kind are scored: those labelled `1` are near-duplicates, those labelled `a` are
/// ambiguous and not scored, every other pair is not a near-duplicate. Pairs across kinds are not
/// scored.
///
/// @param kinds by name, in alphabetical order
record LabelledTexts(Map<String, Kind> kinds) {

  private static final long SEED = 1;
  private static final String PART = "#";

  /// The documents of one kind.
  ///
  /// @param texts of documents 0, 1, 2, …
  /// @param positives the pairs that are near-duplicates
  /// @param ambiguous the pairs that are not scored
  record Kind(List<String> texts, List<Pair> positives, List<Pair> ambiguous) {}

  /// Two documents by their place among the texts of their kind.
  record Pair(int a, int b) {}

  /// The texts that system properties name: `quality.data`, a folder, the sample by default;
  /// `quality.kinds`, names of kinds separated by commas, all by default; `quality.parts`, into how
  /// many sets each kind is divided, 1 by default.
  static LabelledTexts requested() throws IOException {
    LabelledTexts texts =
        read(Path.of(System.getProperty("quality.data", QualityReport.SAMPLE.toString())));
    List<String> kinds = QualityReport.list("quality.kinds", ",").toList();
    if (!kinds.isEmpty()) {
      texts.kinds.keySet().removeIf(name -> !kinds.contains(kindOf(name)));
    }
    return texts.divided(Integer.getInteger("quality.parts", 1));
  }

  /// Each kind divided at random into sets, so that each has its share of the groups of
  /// near-duplicates and of the other texts. Groups stay whole; ambiguous pairs across sets are
  /// left out.
  LabelledTexts divided(int parts) {
    Map<String, Kind> divided = new TreeMap<>();
    kinds.forEach((name, kind) -> {
      int[] partOf = parts(kind, parts);
      for (int part = 0; part < parts; part++) {
        divided.put(parts == 1 ? name : part(name, part + 1), part(kind, partOf, part));
      }
    });
    return new LabelledTexts(divided);
  }

  /// The name of a set, one of several of a kind.
  static String part(String kind, int number) {
    return kind + PART + number;
  }

  /// The kind that a set was divided from.
  static String kindOf(String name) {
    return name.contains(PART) ? name.substring(0, name.indexOf(PART)) : name;
  }

  private static int[] parts(Kind kind, int parts) {
    Components components = new Components(kind.texts.size(), _ -> 1);
    kind.positives.forEach(pair -> components.pair(pair.a, pair.b, 0));
    List<List<Integer>> groups = new ArrayList<>();
    components.groups().forEach(group -> groups.add(group.rows()));
    Set<Integer> single =
        IntStream.range(0, kind.texts.size())
            .boxed()
            .collect(Collectors.toCollection(TreeSet::new));
    groups.forEach(single::removeAll);
    List<List<Integer>> others = new ArrayList<>();
    single.forEach(text -> others.add(List.of(text)));
    Collections.shuffle(groups, new Random(SEED));
    Collections.shuffle(others, new Random(SEED));
    groups.addAll(others);
    int[] partOf = new int[kind.texts.size()];
    for (int i = 0; i < groups.size(); i++) {
      for (int text : groups.get(i)) {
        partOf[text] = i % parts;
      }
    }
    return partOf;
  }

  private static Kind part(Kind kind, int[] partOf, int part) {
    Kind texts = emptyKind();
    int[] places = new int[partOf.length];
    for (int text = 0; text < partOf.length; text++) {
      places[text] = partOf[text] == part ? texts.texts.size() : -1;
      if (partOf[text] == part) {
        texts.texts.add(kind.texts.get(text));
      }
    }
    move(kind.positives, texts.positives, places);
    move(kind.ambiguous, texts.ambiguous, places);
    return texts;
  }

  private static void move(List<Pair> pairs, List<Pair> moved, int[] places) {
    for (Pair pair : pairs) {
      if (places[pair.a] >= 0 && places[pair.b] >= 0) {
        moved.add(new Pair(places[pair.a], places[pair.b]));
      }
    }
  }

  private record Place(String kind, int index) {}

  /// Reads `docs.jsonl` (one JSON object per line, with `id`, `kind` and `text`) and `pairs.tsv` (a
  /// header line; then id, id, label, and further columns, which are ignored).
  static LabelledTexts read(Path folder) throws IOException {
    Map<String, Kind> kinds = new TreeMap<>();
    Map<String, Place> places = new HashMap<>();
    JsonMapper json = new JsonMapper();
    try (BufferedReader lines = Files.newBufferedReader(folder.resolve("docs.jsonl"))) {
      for (String line; (line = lines.readLine()) != null; ) {
        JsonNode document = json.readTree(line);
        String name = document.required("kind").asString();
        Kind kind = kinds.computeIfAbsent(name, unseen -> emptyKind());
        places.put(document.required("id").asString(), new Place(name, kind.texts.size()));
        kind.texts.add(document.required("text").asString());
      }
    }
    try (BufferedReader lines = Files.newBufferedReader(folder.resolve("pairs.tsv"))) {
      lines.readLine();
      for (String line; (line = lines.readLine()) != null; ) {
        String[] columns = line.split("\t", 4);
        label(kinds, place(places, columns[0]), place(places, columns[1]), columns[2]);
      }
    }
    return new LabelledTexts(kinds);
  }

  int documents() {
    return kinds.values().stream().mapToInt(kind -> kind.texts.size()).sum();
  }

  private static void label(Map<String, Kind> kinds, Place a, Place b, String label) {
    if (!a.kind.equals(b.kind)) {
      return;
    }
    Kind kind = kinds.get(a.kind);
    Pair pair = new Pair(a.index, b.index);
    switch (label) {
      case "1" -> kind.positives.add(pair);
      case "a" -> kind.ambiguous.add(pair);
      default -> throw new IllegalArgumentException("label must be 1 or a, was " + label);
    }
  }

  private static Place place(Map<String, Place> places, String id) {
    Place place = places.get(id);
    if (place == null) {
      throw new IllegalArgumentException("pairs.tsv names " + id + ", which docs.jsonl lacks");
    }
    return place;
  }

  static Kind emptyKind() {
    return new Kind(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }
}
