package io.neardup.calibrate.edit;

import io.neardup.calibrate.edit.TextEditor.EditKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Edited copies of documents: one by each kind of edit, in 1 % of the words to the given rate,
/// each rate equally likely.
public final class EditedCopies {

  /// How many copies are found at the recommended distance.
  ///
  /// @param edit how they were edited
  /// @param fromRate the share of edited words is above this
  /// @param toRate and at most this
  /// @param copies their number
  /// @param found those within the distance
  public record EditRecall(EditKind edit, double fromRate, double toRate, int copies, int found) {}

  /// A document and a copy of it.
  ///
  /// @param distance of both
  /// @param text of the document
  public record EditExample(int distance, String text, String copy) {}

  /// The edit of one copy.
  private record Copy(int original, EditKind kind, double rate, String text) {}

  private static final List<EditKind> KINDS = List.of(EditKind.values());
  private static final int RATES = 4;
  private static final int EXAMPLES = 3;
  private static final int EXAMPLE_CHARS = 2_000;

  private final List<TextWords> documents;
  private final double editRate;

  private final List<Copy> copies = new ArrayList<>();

  /// Edits documents.
  ///
  /// @param documents of which every one is edited, unless one word is more than `editRate` of it
  /// @param maxDocuments the maximum of documents that are edited, the first ones
  public EditedCopies(
      List<TextWords> documents, int maxDocuments, double editRate, SplittableRandom random) {
    this.documents = documents;
    this.editRate = editRate;
    TextEditor editor = new TextEditor(documents);
    int edited = 0;
    for (int i = 0; i < documents.size() && edited < maxDocuments; i++) {
      TextWords document = documents.get(i);
      int most = (int) Math.floor(editRate * document.count() + 1e-9);
      if (most < 1) {
        continue;
      }
      edited++;
      for (EditKind kind : KINDS) {
        double rate = 0.01 + (editRate - 0.01) * random.nextDouble();
        int edits = Math.clamp(Math.round(rate * document.count()), 1, most);
        copies.add(
            new Copy(
                i,
                kind,
                (double) edits / document.count(),
                editor.edit(document, kind, edits, random)));
      }
    }
  }

  /// The number of copies.
  public int size() {
    return copies.size();
  }

  /// The place of the original among the documents.
  public int original(int copy) {
    return copies.get(copy).original;
  }

  /// The text of a copy.
  public String text(int copy) {
    return copies.get(copy).text;
  }

  /// Some copies, of different documents and not too long to be read, the nearest to a distance
  /// first.
  ///
  /// @param distances of the copies to their originals, negative if they never match
  public List<EditExample> examples(int[] distances, int nearTo) {
    Set<Integer> shown = new HashSet<>();
    return IntStream.range(0, distances.length)
        .filter(i -> distances[i] >= 0 && text(i).length() <= EXAMPLE_CHARS)
        .boxed()
        .sorted(Comparator.comparingInt(i -> Math.abs(distances[i] - nearTo)))
        .filter(i -> shown.add(original(i)))
        .limit(EXAMPLES)
        .map(i -> new EditExample(distances[i], documents.get(original(i)).text(), text(i)))
        .toList();
  }

  /// The recall by kind of edit and quarter of the rates.
  ///
  /// @param distances of the copies to their originals, negative if they never match
  public List<EditRecall> recall(int[] distances, int maxDistance) {
    int[] edited = new int[KINDS.size() * RATES];
    int[] found = new int[edited.length];
    for (int i = 0; i < copies.size(); i++) {
      Copy copy = copies.get(i);
      int quarter = (int) Math.ceil(copy.rate / editRate * RATES - 1e-9) - 1;
      int place = KINDS.indexOf(copy.kind) * RATES + Math.clamp(quarter, 0, RATES - 1);
      edited[place]++;
      found[place] += distances[i] >= 0 && distances[i] <= maxDistance ? 1 : 0;
    }
    List<EditRecall> recall = new ArrayList<>();
    for (int place = 0; place < edited.length; place++) {
      int quarter = place % RATES;
      recall.add(
          new EditRecall(
              KINDS.get(place / RATES),
              editRate * quarter / RATES,
              editRate * (quarter + 1) / RATES,
              edited[place],
              found[place]));
    }
    return recall;
  }
}
