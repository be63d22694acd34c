package io.neardup.spark.input;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns or fields of a record that the job reads.
///
/// @param text of the text
/// @param id of the id; null if records are named by file and place
/// @param maxChars the longest text, in Unicode code points
/// @param values further ones, by which records are preferred
/// @param absent names that no record may have, as columns of these names are added
public record InputColumns(
    String text, @Nullable String id, int maxChars, List<String> values, List<String> absent)
    implements Serializable {}
