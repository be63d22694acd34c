package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.MarkedBoilerplate;
import io.neardup.service.collection.MarkedBoilerplate.MarkedPassage;
import io.neardup.web.json.QueryRecord;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Collections")
record BoilerplateController(DocumentCollections collections) {

  /// A passage to mark.
  record BoilerplateRequest(@Nullable String text) {}

  /// All marked passages.
  @Schema(name = "BoilerplateList")
  record BoilerplateResponse(List<MarkedPassage> passages) {}

  @PostMapping(
      path = "/collections/{name}/boilerplate",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  MarkedPassage mark(@PathVariable String name, @RequestBody BoilerplateRequest request) {
    String text = request.text();
    if (text == null) {
      throw RequestException.invalid("text", "is missing; give the passage to mark");
    }
    return boilerplate(name).mark(text);
  }

  @GetMapping(path = "/collections/{name}/boilerplate", produces = MediaType.APPLICATION_JSON_VALUE)
  BoilerplateResponse list(@PathVariable String name) {
    return new BoilerplateResponse(boilerplate(name).list());
  }

  /// Query parameters of deletions.
  @QueryRecord
  record UnmarkedPassage(@Nullable String id) {}

  @DeleteMapping("/collections/{name}/boilerplate")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unmark(@PathVariable String name, UnmarkedPassage passage) {
    boilerplate(name).unmark(passage.id());
  }

  private MarkedBoilerplate boilerplate(String name) {
    DocumentCollection found = collections.get(name);
    return found.boilerplate();
  }
}
