package io.neardup.cli.files;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The names of the columns of a file, from which the columns of id and text are chosen.
///
/// @param all names of columns with scalar values
/// @param strings the columns with strings
/// @param paths all names, also of null, of arrays and inside objects (`doc.body`); empty if they
///   are checked when the columns are read
/// @param unread why none of the first records can be read, null if one can
public record ColumnNames(
    List<String> all, List<String> strings, List<String> paths, @Nullable FileFailure unread) {

  /// The names of the columns of records that can be read.
  public ColumnNames(List<String> all, List<String> strings, List<String> paths) {
    this(all, strings, paths, null);
  }

  /// Between the values of several columns of the text, and between the elements of an array.
  public static final String JOINT = "\n";

  /// A single column without a name, as of plain lines and of files without records.
  static final ColumnNames NONE = new ColumnNames(List.of(""), List.of(""), List.of());

  /// The names of the columns that are read.
  ///
  /// @param id null if records are named by their place, `file:line`
  /// @param texts of the text, joined by a line break; a single empty name for plain lines
  /// @param absent names that no record may have, as columns of these names are added, in order;
  ///   each with the name that `--columns` has for it
  public record Chosen(@Nullable String id, List<String> texts, Map<String, String> absent) {

    /// These columns in files that have none of some names.
    public Chosen without(Map<String, String> names) {
      return new Chosen(id, texts, names);
    }

    /// Checks that columns are absent that are to be.
    ///
    /// @param place of the file, for messages
    /// @throws FileFailure if one is not
    public void requireAbsent(Collection<String> columns, String place) {
      List<String> taken = absent.keySet().stream().filter(columns::contains).toList();
      FileFailure.require(
          taken.isEmpty(),
          place,
          "has a column '"
              + String.join("', '", taken)
              + "' already; --columns names the added columns: --columns "
              + taken.stream()
                  .map(name -> absent.get(name) + "=other_" + name)
                  .collect(Collectors.joining(",")));
    }

    /// A single column of texts.
    public Chosen(@Nullable String id, String text) {
      this(id, List.of(text), Map.of());
    }

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
  /// @param text requested, several separated by commas, or null
  /// @param needsId whether ids appear in an output
  /// @param notes receives a sentence about each choice
  /// @throws FileFailure if the choice is not clear
  public Chosen choose(
      @Nullable String id, @Nullable String text, boolean needsId, Consumer<String> notes) {
    if (equals(NONE)) {
      return Chosen.OF_LINES;
    }
    if (unread != null && (text == null || id == null && needsId)) {
      throw unread;
    }
    List<String> texts;
    if (text == null) {
      texts = List.of(text(id));
      notes.accept("text is read from column '" + texts.getFirst() + "' (--text)");
    } else {
      texts =
          all.contains(text)
              ? List.of(text)
              : Stream.of(text.split(",", -1))
                  .map(name -> all.contains(name) ? name : name.strip())
                  .toList();
      texts.forEach(column -> requirePath(column, "--text"));
    }
    String chosenId = id;
    if (chosenId == null && needsId) {
      chosenId = id(texts);
      notes.accept(
          chosenId == null
              ? "there is no column of ids (--id); records are named by file and line"
              : "ids are read from column '" + chosenId + "' (--id)");
    }
    return new Chosen(chosenId, texts, Map.of());
  }

  /// Checks that some of the first records have a column.
  ///
  /// @param column null if none is requested
  /// @param option that names it
  /// @throws FileFailure if none has it
  public void requirePath(@Nullable String column, String option) {
    if (column != null && !paths.isEmpty() && !paths.contains(column)) {
      throw new FileFailure(
          "none of the first records has a column '"
              + column
              + "' ("
              + option
              + "); they have "
              + shown(paths));
    }
  }

  private String text(@Nullable String id) {
    List<String> usual = usual(TEXTS, strings);
    if (isClear(TEXTS, usual)) {
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

  private @Nullable String id(List<String> texts) {
    List<String> usual = new ArrayList<>(usual(IDS, all));
    usual.removeAll(texts);
    if (!usual.isEmpty() && !isClear(IDS, usual)) {
      throw new FileFailure("several columns may be the id: " + shown(usual) + "; name it by --id");
    }
    return usual.isEmpty() ? null : usual.getFirst();
  }

  /// Whether there is one column with a usual name, or one with the first of them.
  private static boolean isClear(List<String> names, List<String> usual) {
    return usual.size() == 1
        || usual.stream().filter(names.getFirst()::equalsIgnoreCase).count() == 1;
  }

  /// The columns with usual names, in the order of these. One with exactly that name stands for
  /// others that differ from it in case.
  private static List<String> usual(List<String> names, List<String> columns) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      if (columns.contains(name)) {
        found.add(name);
      } else {
        columns.stream().filter(name::equalsIgnoreCase).forEach(found::add);
      }
    }
    return found;
  }

  private static String shown(List<String> names) {
    return names.isEmpty() ? "none with strings" : String.join(", ", names);
  }
}
