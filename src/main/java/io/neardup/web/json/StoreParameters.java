package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Whether a document is stored if near-duplicates of it are, and which of these the answer lists.
public interface StoreParameters extends NearParameters {

  String ON_DUPLICATE =
      "The decision if near-duplicates are stored: add (store it anyway, the default), skip (do not"
          + " store it) or replace (store it in place of all of them).";

  String SKIP_CONTAINED =
      "With onDuplicate=skip: a text of which that share of words is in passages of one stored"
          + " document is a duplicate as well. The collection must have passages=true.";

  String LISTED =
      "Maximum number of near-duplicates in the answer, 10 by default. With 0 and onDuplicate=add"
          + " there is no lookup, which stores a large collection several times as fast.";

  @Schema(
      description = ON_DUPLICATE,
      allowableValues = {"add", "skip", "replace"})
  @Nullable String onDuplicate();

  @Schema(
      description = SKIP_CONTAINED,
      exclusiveMinimumValue = 0,
      maximum = "1",
      example = "0.9")
  @Nullable Double skipContained();

  @Override
  @Schema(description = LISTED, minimum = "0", maximum = QueryParameters.MAX_LIMIT)
  @Nullable Integer limit();
}
