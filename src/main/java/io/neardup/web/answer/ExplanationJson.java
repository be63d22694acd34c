package io.neardup.web.answer;

import io.neardup.profile.Explanation;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;

/// An [Explanation] in answers; for a long text, with its first features only.
@Schema(name = "Explanation")
public record ExplanationJson(
    String projection,
    List<Explanation.Feature> features,
    boolean truncated,
    List<Explanation.Column> columns,
    Fingerprint fingerprint) {

  private static final int MAX_FEATURES = 1_000;

  public static ExplanationJson of(Explanation whole) {
    boolean truncated = whole.features().size() > MAX_FEATURES;
    return new ExplanationJson(
        whole.projection().name().toLowerCase(Locale.ROOT),
        truncated ? List.copyOf(whole.features().subList(0, MAX_FEATURES)) : whole.features(),
        truncated,
        whole.columns(),
        whole.fingerprint());
  }
}
