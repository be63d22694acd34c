package io.neardup.spark.input;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// The columns or fields of a record that the job reads.
///
/// @param text of the text
/// @param id of the id; null if records are named by file and place
/// @param maxChars the longest text, in Unicode code points
public record InputColumns(String text, @Nullable String id, int maxChars)
    implements Serializable {}
