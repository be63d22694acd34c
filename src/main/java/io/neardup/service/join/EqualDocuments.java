package io.neardup.service.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// More than 100 documents with the same fingerprint, which are not listed pair by pair.
@Schema(name = "Equal")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EqualDocuments(String equalTo, int documents, @Nullable List<String> ids) {

  public EqualDocuments withoutIds() {
    return new EqualDocuments(equalTo, documents, null);
  }
}
