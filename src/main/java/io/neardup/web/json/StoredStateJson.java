package io.neardup.web.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.service.RequestException;
import io.neardup.service.ResourceName;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.ContentHash;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.Verdict;
import io.neardup.store.codec.VectorCodec;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The state of a document in lines of `GET /documents`, which `POST /documents` takes.
@Schema(name = "StoredState")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StoredStateJson(
    @Nullable String profile,
    @Nullable String fingerprint,
    @Nullable Integer features,
    @Nullable String vector,
    @Nullable String contentHash,
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable String judged,
    @Nullable Boolean verdictDropped,
    @Nullable String disabledBy,
    @Schema(format = "date-time", implementation = String.class) @Nullable JsonNode formerExpiresAt,
    @Nullable Long version,
    @Schema(format = "date-time", implementation = String.class) @Nullable JsonNode createdAt) {

  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(5);
  private static final int HASH_DIGITS = 32;
  private static final long MAX_VERSION = 1L << 53; // exact in any JSON reader
  private static final long MAX_WEIGHT = (long) (WeightedFeature.MAX_WEIGHT * Columns.ONE);

  /// The state of a document.
  public static StoredStateJson of(Revision revision) {
    Verdict verdict = revision.verdict();
    ContentHash hash = revision.contentHash();
    FeatureVector vector = revision.vector();
    return new StoredStateJson(
        revision.profile(),
        revision.fingerprint().toString(),
        revision.features(),
        vector == null ? null : Base64.getEncoder().encodeToString(VectorCodec.encode(vector)),
        hash == null
            ? null
            : HexFormat.of().toHexDigits(hash.high()) + HexFormat.of().toHexDigits(hash.low()),
        verdict.enabled() ? null : Boolean.FALSE,
        verdict.allowed() ? Boolean.TRUE : null,
        verdict.judged() == null ? null : verdict.judged().toString(),
        verdict.dropped() ? Boolean.TRUE : null,
        revision.disabledBy(),
        revision.formerExpiresAt() == null
            ? null
            : JsonNodeFactory.instance.stringNode(revision.formerExpiresAt().toString()),
        revision.version(),
        JsonNodeFactory.instance.stringNode(revision.createdAt().toString()));
  }

  /// The revision with the state in a line.
  ///
  /// @throws RequestException if a field is missing or invalid
  Revision read() {
    String hex = required("fingerprint", fingerprint);
    Fingerprint made = fingerprint("fingerprint", hex);
    if (features != null && features < 0) {
      throw invalid("features", "must be 0 or more, was " + features);
    }
    if (version != null && (version < 1 || version > MAX_VERSION)) {
      throw invalid("version", "must be 1 to " + MAX_VERSION + ", was " + version);
    }
    if (disabledBy != null) {
      ResourceName.require("stored.disabledBy", disabledBy);
    }
    return new Revision(
        made,
        features,
        required("profile", profile),
        null,
        null,
        contentHash == null ? null : hash(contentHash),
        verdict(made.bits()),
        version == null ? 1 : version,
        createdAt == null || createdAt.isNull() ? Instant.MAX : created(createdAt),
        null,
        disabledBy,
        formerExpiresAt == null || formerExpiresAt.isNull()
            ? null
            : TimeFields.time("stored.formerExpiresAt", formerExpiresAt, ""),
        vector == null ? null : vector(vector));
  }

  private static Instant created(JsonNode json) {
    Instant time = TimeFields.time("stored.createdAt", json, "");
    if (time.isBefore(Instant.EPOCH) || time.isAfter(Instant.now().plus(CLOCK_DIFFERENCE))) {
      throw invalid("createdAt", "must be from 1970 to the present, was " + time);
    }
    return time;
  }

  private Verdict verdict(int bits) {
    Fingerprint text = judged == null ? null : fingerprint("judged", judged);
    if (text != null && text.bits() != bits) {
      throw invalid("judged", "must have " + bits + " bits as the fingerprint, had " + text.bits());
    }
    boolean dropped = Boolean.TRUE.equals(verdictDropped);
    if (dropped && Boolean.TRUE.equals(allowed)) {
      throw invalid("verdictDropped", "must be absent if allowed is true");
    }
    return new Verdict(!Boolean.FALSE.equals(enabled), Boolean.TRUE.equals(allowed), text, dropped);
  }

  private static <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw invalid(field, "is missing; send the lines of GET /documents as they are");
    }
    return value;
  }

  private static Fingerprint fingerprint(String field, String hex) {
    try {
      return Fingerprint.parse(hex, hex.length() * 4);
    } catch (IllegalArgumentException e) {
      throw invalid(field, "must be a fingerprint in hex: " + e.getMessage());
    }
  }

  private static ContentHash hash(String hex) {
    try {
      if (hex.length() == HASH_DIGITS) {
        return new ContentHash(
            HexFormat.fromHexDigitsToLong(hex, 0, HASH_DIGITS / 2),
            HexFormat.fromHexDigitsToLong(hex, HASH_DIGITS / 2, HASH_DIGITS));
      }
    } catch (IllegalArgumentException e) {
      // Refused like a fingerprint of another length.
    }
    throw invalid("contentHash", "must be " + HASH_DIGITS + " hex digits");
  }

  private static FeatureVector vector(String base64) {
    try {
      FeatureVector features = VectorCodec.decode(Base64.getDecoder().decode(base64));
      for (int i = 0; i < features.size(); i++) {
        if (features.weight(i) > MAX_WEIGHT) {
          throw new IllegalArgumentException("a weight is too large");
        }
      }
      return features;
    } catch (IllegalArgumentException | StoreException e) {
      throw invalid("vector", "must be the features that GET /documents wrote");
    }
  }

  private static RequestException invalid(String field, String message) {
    return RequestException.invalid("stored." + field, message);
  }
}
