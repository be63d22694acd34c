package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.ChangePage;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Logged;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Documents")
class ChangesController {

  private final ChangeStream changes;
  private final DocumentCollections collections;
  private final JsonMapper mapper;
  private final ShutdownSignal stopping;

  ChangesController(
      ChangeStream changes,
      DocumentCollections collections,
      JsonMapper mapper,
      ShutdownSignal stopping) {
    this.changes = changes;
    this.collections = collections;
    this.mapper = mapper;
    this.stopping = stopping;
  }

  /// A change.
  @Schema(name = "Change")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ChangeJson(
      @Schema(allowableValues = {"put", "delete", "drop"}) String change,
      String collection,
      @Schema(description = "Absent if the whole collection was dropped.") @Nullable String id,
      @Nullable Instant time,
      @Schema(description = "As it is after a put.") @Nullable DocumentJson document) {}

  /// The last line.
  ///
  /// @param truncated whether there are more changes by now
  @Schema(name = "EndOfChanges")
  record EndJson(String cursor, boolean truncated) {}

  @Operation(
      operationId = "getChanges",
      summary = "Follow what happens to the documents of all collections",
      description =
          "A change a line, in order: {\"change\":\"put\", with the document}, \"delete\" with its id, or"
              + " \"drop\" of a whole collection. Of several changes of one document only the latest comes,"
              + " and one may come twice. The last line has the cursor to give as 'after' next, and whether"
              + " there are more by now (truncated). Deletes are listed for seven days: a client that is further behind, or has a"
              + " cursor from before a backup was restored, is answered 410 and starts anew. With a filter, a document"
              + " that does not pass it comes as \"delete\": it may have passed before.")
  @ApiResponse(
      responseCode = "200",
      description = "A JSON object a line",
      content =
          @Content(
              mediaType = StreamMediaTypes.NDJSON,
              schema = @Schema(oneOf = {ChangeJson.class, EndJson.class})))
  @GetMapping(path = "/changes", produces = StreamMediaTypes.NDJSON)
  void changes(
      HttpServletRequest request,
      HttpServletResponse response,
      @Parameter(
              description =
                  "The cursor of the page before; 'end' for what happens from now on; left out, for all"
                      + " documents there are and what happens to them.")
          @RequestParam(required = false)
          @Nullable String after,
      @Parameter(
              description = "About how many changes to list, 1,000 if left out.",
              schema =
                  @Schema(type = "integer", format = "int32", minimum = "1", maximum = "10000"))
          @RequestParam(required = false)
          @Nullable Integer limit,
      @Parameter(
              description = "How many seconds to wait for the first change, if there is none yet.",
              schema = @Schema(type = "integer", format = "int32", minimum = "0", maximum = "60"))
          @RequestParam(required = false)
          @Nullable Integer wait,
      @Parameter(
              description = "With true, documents come with their texts where those are kept.",
              schema = @Schema(type = "boolean"))
          @RequestParam(required = false)
          @Nullable Boolean texts,
      @Filter @RequestParam(required = false) @Nullable List<String> filter)
      throws IOException {
    collections.permitted(); // not before they are read
    ChangePage page = changes.read(after, limit, wait, Boolean.TRUE.equals(texts));
    MetadataFilter wanted = RequestMapper.filter(request);
    NdjsonWriter lines = new NdjsonWriter(mapper, response, stopping);
    for (Logged<DocumentEvent> change : page.changes()) {
      ChangeJson json =
          collections.permits(change.event().collection())
              ? json(change, wanted, page.next().floor())
              : null;
      if (json != null) {
        lines.write(json);
      }
    }
    lines.write(new EndJson(page.next().toString(), page.more()));
  }

  /// @param floor the offset up to which the follower has seen nothing before
  private @Nullable ChangeJson json(
      Logged<DocumentEvent> change, MetadataFilter wanted, long floor) {
    return switch (change.event()) {
      case DocumentEvent.Put put when wanted.accepts(put.revision().metadata()) -> put(put);
      case DocumentEvent.Put put ->
          change.position().offset() <= floor
              ? null
              : new ChangeJson("delete", put.collection(), put.id(), put.time(), null);
      case DocumentEvent.Delete delete ->
          new ChangeJson("delete", delete.collection(), delete.id(), delete.time(), null);
      case DocumentEvent.Clear clear ->
          clear.partition() == 0 // of all partitions at once
              ? new ChangeJson("drop", clear.collection(), null, clear.time(), null)
              : null;
    };
  }

  /// Null if the collection was dropped meanwhile: that change is yet to come.
  private @Nullable ChangeJson put(DocumentEvent.Put put) {
    DocumentCollection collection = collections.permitted(put.collection()).orElse(null);
    return collection == null
        ? null
        : new ChangeJson(
            "put",
            put.collection(),
            put.id(),
            put.time(),
            DocumentJson.of(Document.of(put), put.revision().text(), collection));
  }
}
