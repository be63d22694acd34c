package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.ChangeStream.Changes;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.ChangePage;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Logged;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.LongPoll;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.openapi.CallDetails;
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
      @Schema(allowableValues = {"put", "delete", "drop"}) String change,
      String collection,
      @Nullable String id,
      @Nullable Instant time,
      @Nullable DocumentJson document) {}

  /// The last line.
  ///
  /// @param truncated whether there are more changes
  @Schema(name = "EndOfChanges")
  record EndJson(String cursor, boolean truncated) {}

  @QueryRecord
  record ChangesParameters(
      @Nullable String after,
      @Schema(minimum = "1", maximum = QueryParameters.MAX_LIMIT) @Nullable Integer limit,
      @Parameter(
              name = "wait",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = "" + ChangeStream.MAX_WAIT_SECONDS))
          @Nullable Integer waitSeconds,
      @Nullable Boolean texts,
      @Nullable List<String> filter) {}

  @CallDetails(lines = {ChangeJson.class, EndJson.class})
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

  /// @param floor the offset of the last change when the client began
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
          new ChangeJson("drop", clear.collection(), null, clear.time(), null);
    };
  }
}
