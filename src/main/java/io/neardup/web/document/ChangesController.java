package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.collection.ChangeSource.Changes;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.ChangePage;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Logged;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.LongPoll;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Documents")
record ChangesController(
    ChangeStream changes,
    DocumentCollections collections,
    JsonMapper mapper,
    ShutdownSignal shutdown,
    LongPoll longPoll,
    RequestLimits limits) {

  /// A change.
  @Schema(name = "Change")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ChangeJson(
      @Schema(
              description =
                  "put: the document was stored or changed. delete: it was deleted, or does not"
                      + " match the filter. drop: the whole collection was deleted.",
              allowableValues = {"put", "delete", "drop"})
          String change,
      @Schema(description = "The collection that changed.") String collection,
      @Schema(description = "Absent if the whole collection was deleted.") @Nullable String id,
      @Schema(description = "When it changed; absent if that is unknown.") @Nullable Instant time,
      @Schema(description = "The document after a put.") @Nullable DocumentJson document) {}

  /// The last line.
  ///
  /// @param truncated whether there are more changes
  @Schema(name = "EndOfChanges")
  record EndJson(
      @Schema(description = "The value of 'after' for the next request.") String cursor,
      @Schema(description = "Whether there are more changes.") boolean truncated) {}

  @QueryRecord
  record ChangesParameters(
      @Parameter(
              description =
                  "The cursor of the previous answer; 'end' for changes from now on; if omitted,"
                      + " all documents are listed, and then their changes.")
          @Nullable String after,
      @Parameter(
              description =
                  "Approximate maximum number of changes, 1,000 by default; fewer if they are"
                      + " long.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "1",
                      maximum = QueryParameters.MAX_LIMIT))
          @Nullable Integer limit,
      @Parameter(
              name = "wait",
              description = "Seconds to wait for the first change, if there is none yet.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = "" + ChangeStream.MAX_WAIT_SECONDS))
          @Nullable Integer waitSeconds,
      @Parameter(
              description = "If true, documents have their texts, if these are stored.",
              schema = @Schema(type = "boolean"))
          @Nullable Boolean texts,
      @Filter @Nullable List<String> filter) {}

  @Operation(
      operationId = "getChanges",
      summary = "Follow the changes of the documents of all collections",
      description =
          "One change per line, in order: {\"change\":\"put\"} with the document, \"delete\" with"
              + " its id, or \"drop\" of a whole collection. Of several changes of one document"
              + " only the latest is listed, and one may be listed twice. The last line has the"
              + " cursor for 'after' in the next request, and whether there are more changes"
              + " (truncated). Deletions are listed for seven days: an older cursor, or one from"
              + " before a backup was restored, is answered 410; start again without a cursor. With"
              + " a filter, a document that does not match is listed as \"delete\", since it may"
              + " have matched before.")
  @CallDetails(
      lines = {ChangeJson.class, EndJson.class},
      refusals =
          @Refusal(
              status = 410,
              cause = "The cursor is too old, or from before a backup was restored"))
  @GetMapping(path = "/changes", produces = StreamMediaTypes.NDJSON)
  void changes(HttpServletRequest request, HttpServletResponse response, ChangesParameters query)
      throws IOException {
    collections.requireLoaded();
    boolean texts = Boolean.TRUE.equals(query.texts());
    LongPoll.checked(query.waitSeconds());
    RequestMemory memory = RequestMemory.of(request);
    long mostChars = ChangeStream.mostChars(query.limit()) + (texts ? limits.maxTextChars() : 0);
    Changes page =
        longPoll.await(
            CallerName.of(request),
            query.waitSeconds(),
            read(query.after(), query, memory, mostChars),
            present -> !present.changes().isEmpty(),
            (present, millis) -> {
              changes.await(present.next(), millis);
              return read(present.next(), query, memory, mostChars);
            });
    MetadataFilter requested = MetadataFilter.of(query.filter());
    NdjsonWriter lines = new NdjsonWriter(mapper, response, shutdown);
    for (Logged<DocumentEvent> change : page.changes()) {
      ChangeJson json =
          collections.permits(change.event().collection())
              ? json(change, requested, page.floor())
              : null;
      if (json != null) {
        lines.write(json);
      }
    }
    lines.write(new EndJson(page.next(), page.more()));
  }

  private Changes read(
      @Nullable String after, ChangesParameters query, RequestMemory memory, long mostChars) {
    boolean texts = Boolean.TRUE.equals(query.texts());
    return memory.read(
        mostChars, () -> changes.read(after, query.limit(), texts), ChangesController::chars);
  }

  private static long chars(Changes page) {
    return page.changes().stream().mapToLong(change -> ChangePage.chars(change.event())).sum();
  }

  /// @param floor the offset up to which the client has received no changes before
  private @Nullable ChangeJson json(
      Logged<DocumentEvent> change, MetadataFilter requested, long floor) {
    return switch (change.event()) {
      case DocumentEvent.Put put when requested.accepts(put.revision().metadata()) ->
          new ChangeJson(
              "put",
              put.collection(),
              put.id(),
              put.time(),
              DocumentJson.of(Document.of(put), put.revision().text(), put.collection()));
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
}
