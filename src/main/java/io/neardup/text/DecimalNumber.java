package io.neardup.text;

import java.util.regex.Pattern;

/// Decimal numbers as users write them, as in JSON. Java itself would also accept `0x1p-1`, `0.5f`,
/// `NaN` and digits of other scripts.
public final class DecimalNumber {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

  private DecimalNumber() {}

  /// Returns the number for parsing by its type.
  ///
  /// @throws NumberFormatException if it is not decimal
  public static String require(String number) {
    if (!is(number)) {
      throw new NumberFormatException(number);
    }
    return number;
  }

  /// Whether this is a decimal number.
  public static boolean is(String number) {
    return DECIMAL.matcher(number).matches();
  }
}
