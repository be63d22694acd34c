package io.neardup.web.document;

import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Position;
import io.neardup.web.json.DocumentRequest;
import io.neardup.web.json.RawJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.json.JsonMapper;

/// An answer to a request with an idempotency key, as it is kept: status, location, entity tag and
/// body, a line each.
///
/// @param location null if nothing was added
/// @param tag null if nothing was stored
/// @param body a JSON object
public record KeptReply(int status, @Nullable String location, @Nullable String tag, String body) {

  public static final String REPLAYED = "Idempotency-Replayed";

  static KeptReply of(WriteResult stored, DocumentRequest request, JsonMapper mapper) {
    boolean added = stored.outcome() == WriteResult.Outcome.ADDED;
    return new KeptReply(
        added ? 201 : 200,
        added ? location(stored, request) : null,
        stored.document() == null ? null : Conditions.tag(stored.document()),
        mapper.writeValueAsString(StoredResponse.of(stored.at(null), request.ref())));
  }

  /// The path by which the document can be read.
  static String location(WriteResult stored, DocumentRequest request) {
    String path = "/documents/" + UriUtils.encode(stored.id(), StandardCharsets.UTF_8);
    String collection = request.collection();
    return collection == null || collection.equals(DocumentCollections.DEFAULT)
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

  /// The same with the place of the write in the log, which is known when it is on disk.
  KeptReply at(@Nullable Position position) {
    return position == null
        ? this
        : new KeptReply(
            status,
            location,
            tag,
            body.substring(0, body.length() - 1) + ",\"position\":\"" + position + "\"}");
  }

  String toLines() {
    return status
        + "\n"
        + (location == null ? "" : location)
        + "\n"
        + (tag == null ? "" : tag)
        + "\n"
        + body;
  }

  /// @param again whether it was given before
  ResponseEntity<Object> respond(boolean again) {
    ResponseEntity.BodyBuilder response =
        ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
    if (location != null) {
      response.location(URI.create(location));
    }
    if (tag != null) {
      response.header(HttpHeaders.ETAG, tag);
    }
    if (again) {
      response.header(REPLAYED, "true");
    }
    return response.body(new RawJson(body));
  }
}
