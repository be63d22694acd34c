package io.neardup.service.join;

import io.neardup.measure.DropRule;
import org.jspecify.annotations.Nullable;

/// Which documents of a collection may be dropped.
///
/// @param rule on near-duplicates, which is not separating
/// @param contained the share of the words of a document in passages of another one, not shorter,
///   from which on it is dropped, too; null if none is
public record Dropping(DropRule rule, @Nullable Double contained) {}
