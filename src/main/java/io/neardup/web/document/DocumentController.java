package io.neardup.web.document;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.web.json.DocumentPatch;
import io.neardup.web.json.QueryParameters.DocumentId;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.InCollection;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.Awaited;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Documents")
class DocumentController {

  /// The header with the place of a write in the log, of calls whose body does not have it.
  private static final String POSITION = "Neardup-Position";

  private final DocumentCollections collections;
  private final RequestMapper reader;

  DocumentController(DocumentCollections collections, RequestMapper reader) {
    this.collections = collections;
    this.reader = reader;
  }

  @Operation(
      operationId = "getDocuments",
      summary = "List documents",
      description =
          "In the order of the UTF-8 of their ids. What is stored while you read page after page is"
              + " listed if its id is still ahead. With a filter, a page may have fewer documents than limit, or"
              + " none, while 'next' says that there may be more.")
  @GetMapping(path = "/documents", produces = MediaType.APPLICATION_JSON_VALUE)
  DocumentsResponse list(
      HttpServletRequest request,
      @InCollection("Where to look.") @RequestParam(required = false) @Nullable String collection,
      @Parameter(description = "'next' of the page before; the first page if left out.")
          @RequestParam(required = false)
          @Nullable String after,
      @Filter @RequestParam(required = false) @Nullable List<String> filter,
      @Limit("How many documents to list; 10 if left out.") @RequestParam(required = false)
          @Nullable Integer limit) {
    DocumentCollection found = collections.get(collection);
    DocumentPage page =
        found.page(
            after == null ? "" : after, LookupLimits.limit(limit), RequestMapper.filter(request));
    return new DocumentsResponse(
        page.documents().stream().map(document -> DocumentJson.of(document, null, found)).toList(),
        page.next());
  }

  @Operation(operationId = "getDocument", summary = "Read a stored document")
  @ApiResponse(responseCode = "200", description = "The document", useReturnTypeSchema = true)
  @ApiResponse(responseCode = "304", description = "As If-None-Match has it", content = @Content)
  @GetMapping(path = "/documents/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<DocumentJson> get(
      @DocumentId @PathVariable String id,
      @InCollection("Where it is stored.") @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = "The ETag of what you have: 304 if it is still the same.")
          @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
          @Nullable String ifNoneMatch) {
    DocumentCollection found = collections.get(collection);
    Document document = found.get(id);
    String tag = Conditions.tag(document);
    if (Conditions.has(ifNoneMatch, tag)) {
      return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag(tag).build();
    }
    String text = found.text(id).orElse(null);
    return ResponseEntity.ok().eTag(tag).body(DocumentJson.of(document, text, found));
  }

  @Operation(
      operationId = "patchDocument",
      summary = "Change what lookups make of a document, or its metadata",
      description = "The fingerprint stays; store the document again to change it.")
  @ApiResponse(
      responseCode = "200",
      description = "Changed",
      headers =
          @Header(
              name = POSITION,
              description = "Where the change is in the log",
              schema = @Schema(type = "string")),
      useReturnTypeSchema = true)
  @PatchMapping(
      path = "/documents/{id}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<DocumentJson> patch(
      @DocumentId @PathVariable String id,
      @InCollection("Where it is stored.") @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = "Change only the document that has this ETag.")
          @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch,
      @RequestBody DocumentPatch patch) {
    DocumentCollection found = collections.get(collection);
    Logged<Put> revised =
        Awaited.of(found.revise(id, Conditions.of(ifMatch, null), reader.change(patch)));
    Document document = Document.of(revised.event());
    return ResponseEntity.ok()
        .eTag(Conditions.tag(document))
        .header(POSITION, revised.position().toString())
        .body(DocumentJson.of(document, document.revision().text(), found));
  }

  @Operation(operationId = "deleteDocument", summary = "Remove a stored document")
  @ApiResponse(
      responseCode = "204",
      description = "Removed",
      headers =
          @Header(
              name = POSITION,
              description = "Where the removal is in the log",
              schema = @Schema(type = "string")))
  @DeleteMapping("/documents/{id}")
  ResponseEntity<Void> delete(
      @DocumentId @PathVariable String id,
      @InCollection("Where it is stored.") @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = "Remove only the document that has this ETag.")
          @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch) {
    Position position =
        Awaited.of(collections.get(collection).remove(id, Conditions.of(ifMatch, null)))
            .orElseThrow(() ->
                new RequestException(
                    Fault.NOT_FOUND, "id", "names no stored document; nothing was removed"));
    return ResponseEntity.noContent().header(POSITION, position.toString()).build();
  }
}
