package io.neardup.web.document;

import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.web.document.DocumentController.CollectionParameter;
import io.neardup.web.json.DocumentRequest;
import io.neardup.web.json.DocumentRequest.NewDocumentLine;
import io.neardup.web.json.InQuery;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.FileFields;
import io.neardup.web.ndjson.LineWorker;
import io.neardup.web.ndjson.NdjsonExchange;
import io.neardup.web.openapi.CallDetails;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriUtils;

@RestController
@Tag(name = "Documents")
record StoreDocumentController(
    DocumentCollections collections,
    RequestMapper requestMapper,
    NdjsonExchange ndjson,
    FairExecutor executor) {

  @PutMapping(
      path = "/documents/{id}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<StoredResponse> put(
      HttpServletRequest http,
      @PathVariable String id,
      CollectionParameter where,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
      @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
          @Nullable String ifNoneMatch,
      @RequestBody DocumentRequest request) {
    if (request.id() != null) {
      throw RequestException.invalid("id", "belongs in the address: PUT /documents/{id}");
    }
    return store(http, id, where, request, Conditions.of(ifMatch, ifNoneMatch));
  }

  @CallDetails(streamOf = NewDocumentLine.class, answeredWith = StoredResponse.class)
  @PostMapping(
      path = "/documents",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<StoredResponse> post(
      HttpServletRequest http,
      CollectionParameter where,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
      @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
          @Nullable String ifNoneMatch,
      @RequestBody DocumentRequest request) {
    return store(http, request.id(), where, request, Conditions.of(ifMatch, ifNoneMatch));
  }

  @PostMapping(
      path = "/documents",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void post(
      HttpServletRequest request,
      HttpServletResponse response,
      CollectionParameter where,
      @InQuery(without = NewDocumentLine.class) DocumentRequest query,
      FileFields file)
      throws IOException {
    // If the collection is created again while the stream is open, later lines do not go into the
    // new one.
    DocumentCollection collection = collections.get(where.collection());
    int weight = query.limit() == null ? 1 : query.limit() / 10;
    ndjson.exchange(
        request,
        response,
        NewDocumentLine.class,
        file,
        (line, slot) -> {
          RequestMapper.requireRef(line.ref());
          NewDocument document = requestMapper.document(line.id(), line, query, Precondition.NONE);
          PreparedDocument prepared = collection.prepare(document, slot.begin(TimedWork.LOOKUP));
          return new LineWorker.Ordered(
              weight,
              () ->
                  collection
                      .store(prepared)
                      .thenApply(stored -> StoredResponse.of(stored, line.ref())));
        });
  }

  private ResponseEntity<StoredResponse> store(
      HttpServletRequest http,
      @Nullable String id,
      CollectionParameter where,
      DocumentRequest request,
      Precondition condition) {
    DocumentCollection collection = collections.get(where.collection());
    RequestMapper.requireRef(request.ref());
    NewDocument document = requestMapper.document(id, request, request, condition);
    PreparedDocument prepared =
        executor.call(http, TimedWork.LOOKUP, deadline -> collection.prepare(document, deadline));
    WriteResult result = Awaited.of(collection.store(prepared));
    boolean added = result.outcome() == WriteResult.Outcome.ADDED;
    ResponseEntity.BodyBuilder response =
        ResponseEntity.status(added ? 201 : 200).contentType(MediaType.APPLICATION_JSON);
    if (added) {
      response.location(location(result.id(), collection.name()));
    }
    Document stored = result.document();
    if (stored != null) {
      response.eTag(stored.tag());
    }
    return response.body(StoredResponse.of(result, request.ref()));
  }

  private static URI location(String id, String collection) {
    String path = "/documents/" + UriUtils.encode(id, StandardCharsets.UTF_8);
    return URI.create(
        collection.equals(DocumentCollections.DEFAULT)
            ? path
            : path + "?collection=" + UriUtils.encode(collection, StandardCharsets.UTF_8));
  }
}
