package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// More than 100 documents with the same fingerprint, which are not listed pair by pair.
@Schema(name = "Equal")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EqualJson(
    @Schema(description = "Represents all of them in pairs with others.", example = "cat-1")
        String equalTo,
    @Schema(description = "Number of documents.", example = "1200") int documents,
    @Schema(
            description =
                "Ids of some of them, in a stream; the others follow in lines with the same "
                    + "equalTo.")
        @Nullable List<String> ids) {

  public static EqualJson of(String first, int documents, List<String> some) {
    return new EqualJson(first, documents, some);
  }

  public EqualJson withoutIds() {
    return new EqualJson(equalTo, documents, null);
  }
}
