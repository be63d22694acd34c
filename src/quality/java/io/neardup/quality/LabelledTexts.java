package io.neardup.quality;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /// The documents of one kind.
  ///
  /// @param texts of documents 0, 1, 2, …
  /// @param positives the pairs that are near-duplicates
  /// @param ambiguous the pairs that are not scored
  record Kind(List<String> texts, List<Pair> positives, List<Pair> ambiguous) {}

  /// Two documents by their place among the texts of their kind.
  record Pair(int a, int b) {}

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

  private static Kind emptyKind() {
    return new Kind(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }
}
