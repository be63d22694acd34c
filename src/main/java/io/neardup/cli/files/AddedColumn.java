package io.neardup.cli.files;

/// A column that is added to records.
///
/// @param type of its values, which may be null
public record AddedColumn(String name, Type type) {

  /// Types of values.
  public enum Type {
    /// [Integer].
    NUMBER,

    /// [Double].
    SHARE,

    /// [Boolean].
    FLAG,

    /// [String] of letters.
    WORD
  }
}
