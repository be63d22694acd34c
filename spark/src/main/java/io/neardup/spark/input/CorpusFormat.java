package io.neardup.spark.input;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The formats of inputs.
@SuppressWarnings("JavaCase") // as written in the option
public enum CorpusFormat {
  parquet,
  jsonl;

  /// The format of a file by its name, null if that is not clear.
  static @Nullable CorpusFormat ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst|bz2)$", "");
    if (lower.endsWith(".parquet") || lower.endsWith(".parq")) {
      return parquet;
    }
    return lower.endsWith(".jsonl") || lower.endsWith(".ndjson") || lower.endsWith(".json")
        ? jsonl
        : null;
  }
}
