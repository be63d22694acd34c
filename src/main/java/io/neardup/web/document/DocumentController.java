package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import io.neardup.store.Position;
import io.neardup.web.document.DocumentLinesController.DocumentLine;
import io.neardup.web.json.DocumentPatch;
import io.neardup.web.json.QueryParameters.DocumentId;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.InCollection;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.AnswerHeader;
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Documents")
record DocumentController(DocumentCollections collections, RequestMapper requestMapper) {

  /// The header with the position of a write in the log, of calls whose body does not have it.
  private static final String POSITION = "Neardup-Position";

  /// The characters of texts from which on a page ends.
  private static final int MAX_CHARACTERS = 4_000_000;

  /// The query parameter of calls for one document.
  @QueryRecord
  record CollectionParameter(@InCollection @Nullable String collection) {}

  /// Query parameters of lists.
  @QueryRecord
  record PageParameters(
      @InCollection @Nullable String collection,
      @Parameter(description = "'next' of the previous page; the first page if omitted.")
          @Nullable String after,
      @Parameter(description = "Only documents whose ids begin so.") @Nullable String prefix,
      @Parameter(
              description = "true: only documents that lookups find; false: only disabled ones.",
              schema = @Schema(type = "boolean"))
          @Nullable Boolean enabled,
      @Parameter(
              description = "true: only documents whose text is allowed; false: only others.",
              schema = @Schema(type = "boolean"))
          @Nullable Boolean allowed,
      @Filter @Nullable List<String> filter,
      @Parameter(
              description =
                  "If true, documents have their texts, if these are stored. A page ends early"
                      + " where its texts become long.",
              schema = @Schema(type = "boolean"))
          @Nullable Boolean texts,
      @Limit("Maximum number of documents in the answer, 10 by default.") @Nullable Integer limit) {

    DocumentFilter documents() {
      return new DocumentFilter(
          Objects.requireNonNullElse(prefix, ""), enabled, allowed, MetadataFilter.of(filter));
    }
  }

  /// A page of documents.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DocumentsResponse(
      @Schema(description = "In the order of the UTF-8 of their ids.") List<DocumentJson> documents,
      @Schema(description = "The value of 'after' for the next page; absent on the last one.")
          @Nullable String next) {}

  @Operation(
      operationId = "getDocuments",
      summary = "List documents",
      description =
          "In the order of the UTF-8 of their ids. A document stored while pages are read is listed"
              + " if its id follows those already listed. With prefix, enabled, allowed, filter or"
              + " texts, or long metadata, a page may have fewer documents than limit, or none,"
              + " although 'next' leads to more. With Accept: application/x-ndjson, the answer has"
              + " all documents, one per line, with all that is stored of them; POST /documents"
              + " stores these lines again. A list that ends with a problem, or whose connection"
              + " breaks, is incomplete.")
  @CallDetails(
      json = DocumentsResponse.class,
      lines = {DocumentLine.class, ProblemLine.class},
      refusals = @Refusal(status = 404))
  @GetMapping(path = "/documents", produces = MediaType.APPLICATION_JSON_VALUE)
  DocumentsResponse list(HttpServletRequest http, PageParameters query) {
    RequestMemory memory = RequestMemory.of(http);
    DocumentCollection found = collections.get(query.collection());
    int limit = LookupLimits.limit(query.limit());
    DocumentPage page =
        memory.read(
            DocumentPage.mostChars(limit),
            () ->
                found
                    .documents()
                    .page(Objects.requireNonNullElse(query.after(), ""), limit, query.documents()),
            DocumentPage::chars);
    boolean texts = Boolean.TRUE.equals(query.texts());
    List<DocumentJson> listed = new ArrayList<>();
    int characters = 0;
    for (Document document : page.documents()) {
      if (characters > MAX_CHARACTERS) {
        return new DocumentsResponse(listed, listed.getLast().id());
      }
      String text = texts ? text(found, document.id(), memory) : null;
      characters += text == null ? 0 : text.length();
      listed.add(DocumentJson.of(document, text, found.name()));
    }
    return new DocumentsResponse(listed, page.next());
  }

  private static @Nullable String text(
      DocumentCollection collection, String id, RequestMemory memory) {
    return memory
        .read(
            collection.documents().contentBytes(id),
            () -> collection.documents().text(id),
            text -> text.map(String::length).orElse(0))
        .orElse(null);
  }

  @Operation(operationId = "getDocument", summary = "Read a stored document")
  @CallDetails(
      refusals = @Refusal(status = 404),
      headers = @AnswerHeader(name = "ETag", description = Conditions.ETAG))
  @ApiResponse(responseCode = "200", description = "The document", useReturnTypeSchema = true)
  @ApiResponse(
      responseCode = "304",
      description = "The document still has the ETag of If-None-Match",
      content = @Content)
  @GetMapping(path = "/documents/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<DocumentJson> get(
      HttpServletRequest http,
      @DocumentId @PathVariable String id,
      CollectionParameter query,
      @Parameter(description = "An ETag; 304 if the document still has it.")
          @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
          @Nullable String ifNoneMatch) {
    DocumentCollection found = collections.get(query.collection());
    Document document = found.get(id);
    String tag = document.tag();
    if (Conditions.has(ifNoneMatch, tag)) {
      return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag(tag).build();
    }
    RequestMemory memory = RequestMemory.of(http);
    memory.hold(document.metadataBytes());
    String text = text(found, id, memory);
    return ResponseEntity.ok().eTag(tag).body(DocumentJson.of(document, text, found.name()));
  }

  @Operation(
      operationId = "patchDocument",
      summary = "Change the verdicts, metadata or expiry of a document",
      description =
          "A JSON merge patch (RFC 7396): omitted fields stay, metadata are merged, null removes a"
              + " field. The fingerprint stays; store the document again to change it.")
  @CallDetails(
      refusals = {@Refusal(status = 404), @Refusal(status = 412, cause = Conditions.FAILED)},
      headers = {
        @AnswerHeader(name = "ETag", description = Conditions.ETAG),
        @AnswerHeader(name = POSITION, description = "The position of the change in the log")
      },
      examples = {
        @Example(name = "exclude from lookups", json = "{\"enabled\": false}"),
        @Example(
            name = "not a duplicate of anything",
            json = "{\"enabled\": true, \"allowed\": true}"),
        @Example(
            name = "set one field of the metadata, remove another",
            json = "{\"metadata\": {\"lang\": \"de\", \"draft\": null}}")
      })
  @PatchMapping(
      path = "/documents/{id}",
      consumes = {MediaType.APPLICATION_JSON_VALUE, DocumentPatch.MEDIA_TYPE},
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<DocumentJson> patch(
      HttpServletRequest http,
      @DocumentId @PathVariable String id,
      CollectionParameter query,
      @Parameter(description = "Change the document only if it has this ETag.")
          @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch,
      @RequestBody DocumentPatch patch) {
    DocumentCollection found = collections.get(query.collection());
    Document document =
        RequestMemory.of(http)
            .read(
                found.documents().contentBytes(id) + DocumentPage.mostChars(1),
                () ->
                    Awaited.of(
                        found.revise(
                            id, Conditions.of(ifMatch, null), requestMapper.change(patch))),
                Document::chars);
    return ResponseEntity.ok()
        .eTag(document.tag())
        .header(POSITION, String.valueOf(document.position()))
        .body(DocumentJson.of(document, document.revision().text(), found.name()));
  }

  @Operation(operationId = "deleteDocument", summary = "Delete a stored document")
  @CallDetails(
      refusals = {@Refusal(status = 404), @Refusal(status = 412, cause = Conditions.FAILED)},
      headers =
          @AnswerHeader(name = POSITION, description = "The position of the deletion in the log"))
  @ApiResponse(responseCode = "204", description = "Deleted")
  @DeleteMapping("/documents/{id}")
  ResponseEntity<Void> delete(
      @DocumentId @PathVariable String id,
      CollectionParameter query,
      @Parameter(description = "Delete the document only if it has this ETag.")
          @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch) {
    Position position =
        Awaited.of(collections.get(query.collection()).remove(id, Conditions.of(ifMatch, null)))
            .orElseThrow(() ->
                new RequestException(
                    Fault.NOT_FOUND, "id", "names no stored document; nothing was deleted"));
    return ResponseEntity.noContent().header(POSITION, position.toString()).build();
  }
}
