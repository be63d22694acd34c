package io.neardup.cli.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The names of the columns of a file, from which those of id and text are chosen.
///
/// @param all names of columns with scalar values
/// @param strings those of them with strings
public record ColumnNames(List<String> all, List<String> strings) {

  /// A single column without a name: that of plain lines, and of files without records.
  static final ColumnNames NONE = new ColumnNames(List.of(""), List.of(""));

  /// The names of the columns that are read.
  ///
  /// @param id null if records are named by their place, `file:line`
  /// @param text of the text; empty for plain lines
  public record Chosen(@Nullable String id, String text) {

    /// The columns of plain lines.
    public static final Chosen OF_LINES = new Chosen(null, "");
  }

  private static final List<String> TEXTS =
      List.of(
          "text",
          "content",
          "body",
          "raw_content",
          "page_content",
          "document",
          "article",
          "message",
          "description");
  private static final List<String> IDS =
      List.of("id", "_id", "doc_id", "docid", "document_id", "uuid", "url", "key");

  /// Chooses the columns that were not requested by their usual names: `text` before all others;
  /// otherwise the only usual name, or the only column of strings.
  ///
  /// @param id requested, or null
  /// @param text requested, or null
  /// @param needsId whether ids appear in an output
  /// @param notes receives a sentence about each choice
  /// @throws FileFailure if the choice is not clear
  public Chosen choose(
      @Nullable String id, @Nullable String text, boolean needsId, Consumer<String> notes) {
    if (equals(NONE)) {
      return Chosen.OF_LINES;
    }
    String chosenText = text;
    if (chosenText == null) {
      chosenText = text(id);
      notes.accept("text is read from column '" + chosenText + "' (--text)");
    }
    String chosenId = id;
    if (chosenId == null && needsId) {
      chosenId = id(chosenText);
      notes.accept(
          chosenId == null
              ? "there is no column of ids (--id); records are named by file and line"
              : "ids are read from column '" + chosenId + "' (--id)");
    }
    return new Chosen(chosenId, chosenText);
  }

  private String text(@Nullable String id) {
    List<String> usual = usual(TEXTS, strings);
    if (usual.size() == 1 || !usual.isEmpty() && isFirst(TEXTS, usual)) {
      return usual.getFirst();
    }
    List<String> others = new ArrayList<>(strings);
    others.removeAll(usual(IDS, all));
    others.remove(id);
    if (usual.isEmpty() && others.size() == 1) {
      return others.getFirst();
    }
    throw new FileFailure(
        (usual.isEmpty()
                ? "no column has a usual name for a text; there are " + shown(strings)
                : "several columns may be the text: " + shown(usual))
            + "; name it by --text");
  }

  private @Nullable String id(String text) {
    List<String> usual = new ArrayList<>(usual(IDS, all));
    usual.remove(text);
    if (usual.size() > 1 && !isFirst(IDS, usual)) {
      throw new FileFailure("several columns may be the id: " + shown(usual) + "; name it by --id");
    }
    return usual.isEmpty() ? null : usual.getFirst();
  }

  private static boolean isFirst(List<String> names, List<String> usual) {
    return usual.getFirst().toLowerCase(Locale.ROOT).equals(names.getFirst());
  }

  private static List<String> usual(List<String> names, List<String> columns) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      columns.stream().filter(name::equalsIgnoreCase).forEach(found::add);
    }
    return found;
  }

  private static String shown(List<String> names) {
    return names.isEmpty() ? "none with strings" : String.join(", ", names);
  }
}
