package io.neardup.service.passage;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.Passage.Range;
import io.neardup.store.Document;
import java.util.List;

/// The documents that have passages in common with a text.
///
/// @param text to whose chars the ranges of passages refer
/// @param words the number of its words
/// @param matches those with most common words first, then by id
/// @param truncated whether there are, or may be, further ones
/// @param candidates the number of documents with an anchor in common
/// @param compared the number of these whose texts were compared
/// @param cut ranges of the text whose words are in more documents than are listed for them: others
///   may quote these ranges
/// @param boilerplate ranges of the text that are marked as boilerplate, and do not count
public record PassageResult(
    String text,
    int words,
    List<Match> matches,
    boolean truncated,
    int candidates,
    int compared,
    List<Range> cut,
    List<Range> boilerplate) {

  /// A document.
  ///
  /// @param document without its text
  /// @param common the passages; the first text is the query
  public record Match(Document document, CommonPassages common) {}
}
