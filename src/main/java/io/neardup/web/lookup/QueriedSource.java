package io.neardup.web.lookup;

import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.SourceFields;
import io.neardup.web.json.WeightedFeatureJson;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The text, fingerprint or document of `GET /duplicates`.
@QueryRecord
record QueriedSource(
    @Parameter(description = "Plain text.", example = "the cat sat on the mat")
        @Nullable String text,
    @Parameter(description = "A fingerprint, in hex of the profile's width.")
        @Nullable String fingerprint,
    @Parameter(
            description = "The id of a stored document, which is not listed among its own matches.")
        @Nullable String id)
    implements SourceFields {

  int count() {
    return (int) Stream.of(text, fingerprint, id).filter(Objects::nonNull).count();
  }

  @Override
  public @Nullable String html() {
    return null;
  }

  @Override
  public @Nullable List<@Nullable String> tokens() {
    return null;
  }

  @Override
  public @Nullable List<@Nullable WeightedFeatureJson> features() {
    return null;
  }
}
