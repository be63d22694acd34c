package io.neardup.web;

import io.neardup.service.DocumentCollections;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "4. Collections")
class CollectionController {

  private final DocumentCollections collections;

  CollectionController(DocumentCollections collections) {
    this.collections = collections;
  }

  @Operation(
      operationId = "putCollection",
      summary = "Make a collection, or change its settings",
      description =
          "The profile cannot change while there are documents: fingerprints of two profiles cannot be"
              + " compared. Other settings count for lookups and documents from now on.")
  @ApiResponse(responseCode = "200", description = "Changed", useReturnTypeSchema = true)
  @ApiResponse(responseCode = "201", description = "Made", useReturnTypeSchema = true)
  @PutMapping(path = "/collections/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<CollectionJson> put(
      @Parameter(example = "posts") @PathVariable String name,
      @RequestBody CollectionRequest request) {
    boolean made = collections.put(name, request.change());
    CollectionJson collection = CollectionJson.of(collections.get(name));
    return made
        ? ResponseEntity.created(URI.create("/collections/" + name)).body(collection)
        : ResponseEntity.ok(collection);
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
  }
}
