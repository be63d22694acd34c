package io.neardup.web;

import io.neardup.service.Condition;
import io.neardup.service.DocumentCollection;
import io.neardup.service.DocumentCollections;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriUtils;

@RestController
@Tag(name = "2. Documents")
class DocumentController {

  private final DocumentCollections collections;
  private final RequestReader reader;
  private final Ndjson ndjson;

  DocumentController(DocumentCollections collections, RequestReader reader, Ndjson ndjson) {
    this.collections = collections;
    this.reader = reader;
    this.ndjson = ndjson;
  }

  @Operation(
      operationId = "putDocument",
      summary = "Store a document under your id, or replace it",
      description = "201 if the id is new, 200 if not, or if the document was skipped.")
  @ApiResponse(
      responseCode = "200",
      description = "Replaced or skipped",
      useReturnTypeSchema = true)
  @ApiResponse(responseCode = "201", description = "Added", useReturnTypeSchema = true)
  @PutMapping(path = "/documents/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<StoredResponse> put(
      @Parameter(example = "cat-1") @PathVariable String id,
      @Parameter(description = "As in the body.", example = "default")
          @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = "As in the body.", example = "add") @RequestParam(required = false)
          @Nullable String onDuplicate,
      @RequestBody DocumentRequest request) {
    if (request.id() != null && !request.id().equals(id)) {
      throw RequestException.invalid("id", "must be left out, or be the same as in the path");
    }
    return respond(request.withDefaults(id, collection, onDuplicate));
  }

  @Operation(
      operationId = "postDocument",
      summary = "Store a document unless you want its near-duplicates to stand for it",
      description =
          "Lookup and decision are one step, however many post at once. With content type"
              + " application/x-ndjson, one document a line, answered line by line.")
  @ApiResponse(
      responseCode = "200",
      description = "Replaced or skipped",
      useReturnTypeSchema = true)
  @ApiResponse(responseCode = "201", description = "Added", useReturnTypeSchema = true)
  @PostMapping(path = "/documents", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<StoredResponse> post(
      @Parameter(description = "As in the body.", example = "default")
          @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = "As in the body.", example = "add") @RequestParam(required = false)
          @Nullable String onDuplicate,
      @RequestBody DocumentRequest request) {
    return respond(request.withDefaults(null, collection, onDuplicate));
  }

  @PostMapping(path = "/documents", consumes = Ndjson.MEDIA_TYPE)
  void post(
      HttpServletRequest request,
      HttpServletResponse response,
      @RequestParam(required = false) @Nullable String collection,
      @RequestParam(required = false) @Nullable String onDuplicate)
      throws IOException {
    ndjson.pipeline(
        request,
        response,
        DocumentRequest.class,
        line -> line.limit() == null ? 1 : line.limit() / 10,
        line -> store(line.withDefaults(null, collection, onDuplicate)));
  }

  @Operation(operationId = "getDocument", summary = "Read a stored document")
  @GetMapping(path = "/documents/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  DocumentJson get(
      @Parameter(example = "cat-1") @PathVariable String id,
      @Parameter(description = "Where it is stored.", example = "default")
          @RequestParam(required = false)
          @Nullable String collection) {
    DocumentCollection found = collections.get(collection);
    return DocumentJson.of(found.get(id), found);
  }

  @Operation(operationId = "deleteDocument", summary = "Remove a stored document")
  @DeleteMapping("/documents/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Parameter(example = "cat-1") @PathVariable String id,
      @Parameter(description = "Where it is stored.", example = "default")
          @RequestParam(required = false)
          @Nullable String collection) {
    if (!Awaited.of(collections.get(collection).remove(id, Condition.NONE))) {
      throw new RequestException(
          Kind.NOT_FOUND, "id", "names no stored document; nothing was removed");
    }
  }

  private ResponseEntity<StoredResponse> respond(DocumentRequest request) {
    StoredResponse stored = Awaited.of(store(request));
    if (!stored.outcome().equals("added")) {
      return ResponseEntity.ok(stored);
    }
    String path = "/documents/" + UriUtils.encode(stored.id(), StandardCharsets.UTF_8);
    return ResponseEntity.created(URI.create(path)).body(stored);
  }

  private CompletableFuture<StoredResponse> store(DocumentRequest request) {
    RequestReader.requireRef(request.ref());
    DocumentCollection collection = collections.get(request.collection());
    return collection
        .store(reader.document(request), null)
        .thenApply(stored -> StoredResponse.of(stored, request.ref()));
  }
}
