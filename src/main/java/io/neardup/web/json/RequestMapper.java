package io.neardup.web.json;

import io.neardup.measure.Measure;
import io.neardup.profile.Content;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.MetadataPatch;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Converts requests to the types of the services, and refuses invalid ones.
public final class RequestMapper {

  private static final String CONTENT = "text, html, tokens, features";

  private final RequestLimits limits;

  public RequestMapper(RequestLimits limits) {
    this.limits = limits;
  }

  /// The content of a request.
  ///
  /// @throws RequestException unless exactly one field is given
  public Content content(SourceFields fields) {
    List<Content> given = contents(fields);
    requireOne("body", given.size(), CONTENT);
    return given.getFirst();
  }

  /// The source of a lookup or comparison.
  ///
  /// @throws RequestException unless exactly one field is given
  public Source source(SourceFields fields) {
    return source("body", fields, CONTENT + ", fingerprint, id");
  }

  /// The source of a call that supports some of the fields.
  ///
  /// @param part of the request that they are in: body or query
  /// @param names of the fields
  /// @throws RequestException unless exactly one of them is given
  public Source source(String part, SourceFields fields, String names) {
    List<Source> given = sources(fields);
    if (fields.id() != null) {
      given.add(new Source.OfStored(fields.id()));
    }
    requireOne(part, given.size(), names);
    return given.getFirst();
  }

  /// The source of one side of a comparison.
  ///
  /// @throws RequestException if it is missing, or not exactly one field is given
  public Source side(@Nullable SourceRequest fields, String name) {
    if (fields == null) {
      throw RequestException.invalid(
          name, "is missing; give an object with one of " + CONTENT + ", fingerprint, id");
    }
    try {
      return source(fields);
    } catch (RequestException e) {
      throw e.within(name);
    }
  }

  /// The document to store.
  ///
  /// @param id of the path or the fields; null to generate one
  /// @throws RequestException if a field is invalid
  public NewDocument document(
      @Nullable String id,
      DocumentFields fields,
      DocumentRequest parameters,
      Precondition condition) {
    List<Source> given = sources(fields);
    requireOne("body", given.size(), CONTENT + ", fingerprint");
    return new NewDocument(
        requireWhole(id, "id"),
        given.getFirst(),
        metadata(fields.metadata()),
        new LookupRequest(
            parameters.maxDistance(),
            recall(parameters.recall()),
            parameters.limit(),
            null,
            MetadataFilter.NONE,
            parameters.minSimilarity()),
        Choice.of("onDuplicate", parameters.onDuplicate(), OnDuplicate.ADD),
        expiry(fields),
        null,
        condition,
        parameters.skipContained(),
        fields.stored() == null ? null : fields.stored().read());
  }

  private static @Nullable Expiry expiry(DocumentFields fields) {
    Duration ttl = TimeFields.ttl(fields.ttlSeconds());
    if (ttl == null) {
      return TimeFields.expiry(fields.expiresAt());
    }
    if (fields.expiresAt() != null) {
      throw RequestException.invalid("ttlSeconds", "replaces expiresAt; give one of them");
    }
    return new Expiry(Instant.now().plus(ttl));
  }

  /// The changes to a document.
  ///
  /// @throws RequestException if a field is invalid, or all are omitted
  public DocumentChange change(DocumentPatch patch) {
    Boolean enabled = flag("enabled", patch.enabled(), true);
    Boolean allowed = flag("allowed", patch.allowed(), false);
    MetadataPatch metadata = patch.metadata() == null ? null : changed(patch.metadata());
    Expiry expiry = TimeFields.expiry(patch.expiresAt());
    if (enabled == null && allowed == null && metadata == null && expiry == null) {
      throw RequestException.invalid(
          "body", "changes nothing; give one of enabled, allowed, metadata, expiresAt");
    }
    return new DocumentChange(enabled, allowed, metadata, expiry, null);
  }

  private static @Nullable Boolean flag(String field, @Nullable JsonNode value, boolean unset) {
    if (value == null) {
      return null;
    }
    if (!value.isBoolean() && !value.isNull()) {
      throw RequestException.invalid(
          field, "must be true, false, or null for " + unset + "; was " + TimeFields.shown(value));
    }
    return value.isNull() ? unset : value.booleanValue();
  }

  private MetadataPatch changed(JsonNode metadata) {
    return new MetadataPatch(Objects.requireNonNullElse(metadata(metadata), "null"));
  }

  /// Checks the `ref` that the answer repeats.
  ///
  /// @throws RequestException if it has half of a surrogate pair
  public static void requireRef(@Nullable String ref) {
    requireWhole(ref, "ref");
  }

  /// The requested recall of a JSON request.
  ///
  /// @throws RequestException if it is neither `exact` nor a number above 0 and at most 1
  public static @Nullable Double recall(@Nullable JsonNode recall) {
    if (recall == null || recall.isNull()) {
      return null;
    }
    return LookupLimits.recall(recall.isValueNode() ? recall.asString() : recall.toString());
  }

  /// The requested measures, by name or all at once.
  ///
  /// @throws RequestException if a name is unknown or repeated
  public static Set<Measure> measures(@Nullable List<@Nullable String> names) {
    Set<Measure> measures = EnumSet.noneOf(Measure.class);
    for (String name : Objects.requireNonNullElse(names, List.<@Nullable String>of())) {
      if (name != null && name.equals("all")) {
        return EnumSet.allOf(Measure.class);
      }
      if (!measures.add(measure(name))) {
        throw RequestException.invalid(
            "measures", "must be different names; '" + name + "' is repeated");
      }
    }
    return measures;
  }

  private static Measure measure(@Nullable String name) {
    return Optional.ofNullable(name)
        .flatMap(Measure::find)
        .orElseThrow(() ->
            RequestException.invalid(
                "measures",
                "must be all, or of "
                    + String.join(", ", Measure.labels())
                    + "; was "
                    + (name == null ? "null" : "'" + name + "'")));
  }

  private List<Source> sources(SourceFields fields) {
    List<Source> given = new ArrayList<>();
    contents(fields).forEach(content -> given.add(new Source.OfContent(content)));
    if (fields.fingerprint() != null) {
      given.add(new Source.OfFingerprint(fields.fingerprint()));
    }
    return given;
  }

  private List<Content> contents(SourceFields fields) {
    List<Content> given = new ArrayList<>(1);
    if (fields.text() != null) {
      given.add(new Content.Text(requireShort(fields.text(), "text")));
    }
    if (fields.html() != null) {
      given.add(new Content.Html(requireShort(fields.html(), "html")));
    }
    if (fields.tokens() != null) {
      given.add(tokens(fields.tokens()));
    }
    if (fields.features() != null) {
      given.add(features(fields.features()));
    }
    return given;
  }

  private Content tokens(List<@Nullable String> tokens) {
    requireFew(tokens.size(), "tokens");
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i) == null) {
        throw RequestException.invalid("tokens[" + i + "]", "must be a string, was null");
      }
      requireWhole(tokens.get(i), "tokens[" + i + "]");
    }
    return new Content.Tokens(tokens.stream().map(Objects::requireNonNull).toList());
  }

  private Content features(List<@Nullable WeightedFeatureJson> features) {
    requireFew(features.size(), "features");
    List<WeightedFeature> weighted = new ArrayList<>(features.size());
    for (int i = 0; i < features.size(); i++) {
      weighted.add(feature(features.get(i), "features[" + i + "]"));
    }
    return new Content.Features(weighted);
  }

  private static WeightedFeature feature(@Nullable WeightedFeatureJson json, String field) {
    if (json == null || json.feature() == null) {
      throw RequestException.invalid(
          field, "must be an object such as {\"feature\": \"word\", \"weight\": 2}");
    }
    requireWhole(json.feature(), field + ".feature");
    try {
      return new WeightedFeature(json.feature(), json.toDouble());
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(
          field + ".weight", String.valueOf(e.getMessage()).replaceFirst("^weight ", ""));
    }
  }

  private void requireFew(int count, String field) {
    if (count > RequestLimits.MAX_FEATURES) {
      throw new RequestException(
          Fault.TOO_LARGE,
          field,
          "must be at most " + RequestLimits.MAX_FEATURES + ", were " + count + "; send fewer");
    }
  }

  private String requireShort(String text, String field) {
    if (text.length() > limits.maxTextChars()) {
      throw new RequestException(
              Fault.TOO_LARGE,
              field,
              "must have at most "
                  + limits.maxTextChars()
                  + " characters, had "
                  + text.length()
                  + "; send its parts one by one, or raise neardup.limits.max-text-chars")
          .withRange(0, limits.maxTextChars());
    }
    return text;
  }

  /// Refuses text that UTF-8 cannot represent.
  private static @Nullable String requireWhole(@Nullable String text, String field) {
    if (text != null && Problem.hasHalfPair(text)) {
      throw RequestException.invalid(field, "must have no lone surrogate, such as \\ud800");
    }
    return text;
  }

  private @Nullable String metadata(@Nullable JsonNode metadata) {
    if (metadata == null || metadata.isNull()) {
      return null;
    }
    if (!metadata.isObject()) {
      throw RequestException.invalid("metadata", "must be a JSON object");
    }
    String json = metadata.toString();
    requireWhole(json, "metadata");
    return MetadataPatch.requireShort(json);
  }

  /// Requires exactly one of some fields in a part of a request.
  ///
  /// @param part such as body or query
  /// @param given the number of these fields that it has
  private static void requireOne(String part, int given, String fields) {
    if (given != 1) {
      throw RequestException.invalid(
          part, (given == 0 ? "has none of " : "has several of ") + fields + "; give exactly one");
    }
  }
}
