package io.neardup.web.collection;

import io.neardup.service.RequestException;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.CollectionCopy;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.ndjson.ProblemLine;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Collections")
class CollectionController {

  private static final Logger log = LoggerFactory.getLogger(CollectionController.class);

  private final DocumentCollections collections;
  private final ChangeStream changes;
  private final JsonMapper mapper;
  private final ShutdownSignal stopping;

  CollectionController(
      DocumentCollections collections,
      ChangeStream changes,
      JsonMapper mapper,
      ShutdownSignal stopping) {
    this.collections = collections;
    this.changes = changes;
    this.mapper = mapper;
    this.stopping = stopping;
  }

  @Operation(
      operationId = "putCollection",
      summary = "Make a collection, or give it other settings",
      description =
          "The profile cannot change while there are documents: fingerprints of two profiles cannot be"
              + " compared. Other settings count for lookups and documents from now on. What is left out"
              + " has its default: PATCH changes some settings and leaves the others.")
  @ApiResponse(responseCode = "200", description = "Changed", useReturnTypeSchema = true)
  @ApiResponse(responseCode = "201", description = "Made", useReturnTypeSchema = true)
  @PutMapping(
      path = "/collections/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<CollectionJson> put(
      @Parameter(example = "posts") @PathVariable String name,
      @RequestBody CollectionRequest request) {
    boolean made = collections.put(name, request.change());
    CollectionJson collection = CollectionJson.of(collections.get(name));
    return made
        ? ResponseEntity.created(URI.create("/collections/" + name)).body(collection)
        : ResponseEntity.ok(collection);
  }

  @Operation(
      operationId = "patchCollection",
      summary = "Change some settings of a collection",
      description = "What is left out stays. Settings count for lookups and documents from now on.")
  @PatchMapping(
      path = "/collections/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionJson patch(
      @Parameter(example = "posts") @PathVariable String name,
      @RequestBody CollectionPatch request) {
    collections.change(name, request::applyTo);
    return CollectionJson.of(collections.get(name));
  }

  @Operation(operationId = "getCollections", summary = "List the collections")
  @GetMapping(path = "/collections", produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionsResponse list() {
    return new CollectionsResponse(
        collections.permitted().stream().map(CollectionJson::of).toList());
  }

  @Operation(operationId = "getCollection", summary = "Read a collection's settings and counts")
  @GetMapping(path = "/collections/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionJson get(@Parameter(example = "posts") @PathVariable String name) {
    return CollectionJson.of(collections.get(name));
  }

  @Operation(
      operationId = "deleteCollection",
      summary = "Remove a collection with all its documents",
      description = "The collection named default always exists and cannot be removed.")
  @DeleteMapping("/collections/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Parameter(example = "posts") @PathVariable String name) {
    collections.drop(name);
    log.info("Removed the collection '{}' with all its documents", name);
  }

  @Operation(
      operationId = "copyCollection",
      summary = "Store the documents of a collection in another one, of another profile",
      description =
          "From the texts that are kept: documents without one are counted and left out. Follows the changes"
              + " until it has caught up. Answers a JSON object a line: about once a second how far it is, and"
              + " at last with done: true. Its cursor lets a later copy go on from there.")
  @ApiResponse(
      responseCode = "200",
      description = "A JSON object a line",
      content =
          @Content(
              mediaType = StreamMediaTypes.NDJSON,
              schema = @Schema(oneOf = {CollectionCopy.Progress.class, ProblemLine.class})))
  @PostMapping(path = "/collections/{name}/copies", consumes = MediaType.APPLICATION_JSON_VALUE)
  void copy(
      @Parameter(example = "default") @PathVariable String name,
      @RequestBody CopyRequest request,
      HttpServletResponse response)
      throws IOException {
    if (request.to() == null) {
      throw RequestException.invalid(
          "to", "is missing; name the collection that gets the documents");
    }
    CollectionCopy copy =
        new CollectionCopy(changes, collections.get(name), collections.get(request.to()));
    NdjsonWriter lines = new NdjsonWriter(mapper, response, stopping);
    lines.run(
        () -> copy.run(request.after(), progress -> lines.progress(progress, progress.done())));
  }
}
