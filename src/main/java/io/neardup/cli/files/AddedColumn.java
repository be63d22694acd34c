package io.neardup.cli.files;

/// A column that is added to records.
///
/// @param type of its values, which may be null: [Integer], [Double], [Boolean], or [String] of
///   letters
public record AddedColumn(String name, RowSchema.ColumnType type) {}
