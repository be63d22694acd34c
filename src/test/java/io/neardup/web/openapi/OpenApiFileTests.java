package io.neardup.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The file from which clients are generated equals the answer of the service. With
/// `-Dopenapi.write=true` the file is written.
@HttpTest
class OpenApiFileTests {

  private static final Path FILE = Path.of("docs", "openapi.json");

  @Autowired private RunningService service;

  @Test
  void fileEqualsTheDescriptionOfTheService() throws IOException {
    JsonNode served = withoutVersion(service.get("/v3/api-docs").json());
    if (Boolean.getBoolean("openapi.write")) {
      Files.writeString(FILE, served.toPrettyString() + "\n");
    }
    assertThat(withoutVersion(Json.read(Files.readString(FILE))))
        .as("%s; mvn test -Dtest=OpenApiFileTests -Dopenapi.write=true writes it", FILE)
        .isEqualTo(served);
  }

  /// The version of the service is left out, so that the file changes only with the calls.
  private static JsonNode withoutVersion(JsonNode description) {
    ((ObjectNode) description.get("info")).put("version", "");
    return description;
  }
}
