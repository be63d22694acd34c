package io.neardup.records;

import java.util.regex.Pattern;

/// Unpaired surrogates, which strings of JSON may have and UTF-8 cannot represent.
public final class Surrogates {

  private static final Pattern UNPAIRED = Pattern.compile("\\p{Cs}"); // of a pair, none matches

  private Surrogates() {}

  /// Whether a string has one.
  public static boolean hasUnpaired(CharSequence text) {
    return UNPAIRED.matcher(text).find();
  }

  /// JSON with escapes for them, which can be encoded as UTF-8.
  public static String escaped(String json) {
    return UNPAIRED
        .matcher(json)
        .replaceAll(found -> "\\\\u" + Integer.toHexString(found.group().charAt(0)));
  }
}
