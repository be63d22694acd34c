package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.store.Position;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.json.JsonMapper;

/// The answer to a request that stores a document: status, location, entity tag and body. With an
/// idempotency key it is stored, one of them per line.
///
/// @param location null if nothing was added
/// @param tag null if nothing was stored
/// @param body a JSON object
public record KeptReply(int status, @Nullable String location, @Nullable String tag, String body) {

  public static final String REPLAYED = "Idempotency-Replayed";

  /// The answer without what is not known before the write is on disk, see [#at].
  ///
  /// @param collection of the document
  static KeptReply of(
      WriteResult stored, String collection, @Nullable String ref, JsonMapper mapper) {
    return new KeptReply(
        stored.outcome() == WriteResult.Outcome.ADDED ? 201 : 200,
        location(stored, collection),
        null,
        mapper.writeValueAsString(StoredResponse.of(stored.at(null), ref)));
  }

  /// The path of a new document, null if none was added.
  private static @Nullable String location(WriteResult stored, String collection) {
    if (stored.outcome() != WriteResult.Outcome.ADDED) {
      return null;
    }
    String path = "/documents/" + UriUtils.encode(stored.id(), StandardCharsets.UTF_8);
    return collection.equals(DocumentCollections.DEFAULT)
        ? path
        : path + "?collection=" + UriUtils.encode(collection, StandardCharsets.UTF_8);
  }

  static KeptReply read(String lines) {
    String[] parts = lines.split("\n", 4);
    return new KeptReply(
        Integer.parseInt(parts[0]),
        parts[1].isEmpty() ? null : parts[1],
        parts[2].isEmpty() ? null : parts[2],
        parts[3]);
  }

  /// A copy with the position of the write in the log and the tag, which are known when it is on
  /// disk.
  ///
  /// @param stored null if nothing was
  KeptReply at(@Nullable Position position, @Nullable Document stored) {
    return position == null
        ? this
        : new KeptReply(
            status,
            location,
            stored == null ? null : stored.at(position).tag(),
            body.substring(0, body.length() - 1) + ",\"position\":\"" + position + "\"}");
  }

  String toLines() {
    return String.format(
        Locale.ROOT,
        "%d\n%s\n%s\n%s",
        status,
        Objects.requireNonNullElse(location, ""),
        Objects.requireNonNullElse(tag, ""),
        body);
  }

  /// @param again whether it is the answer to a repeated request
  ResponseEntity<Object> respond(boolean again) {
    ResponseEntity.BodyBuilder response =
        ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
    if (location != null) {
      response.location(URI.create(location));
    }
    if (tag != null) {
      response.eTag(tag);
    }
    if (again) {
      response.header(REPLAYED, "true");
    }
    return response.body(new RawJson(body));
  }

  /// Stored JSON.
  private record RawJson(@JsonValue @JsonRawValue String json) {}
}
