package io.neardup.pairs.group;

import java.util.List;

/// A group of rows; a single row if several documents have its fingerprint.
///
/// @param centre the row within whose distance all others are, or -1 for groups without a centre
/// @param rows in ascending order
public record Group(int centre, List<Integer> rows) {}
