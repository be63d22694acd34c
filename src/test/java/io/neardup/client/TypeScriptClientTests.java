package io.neardup.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// A TypeScript client with types generated from the API description compiles and makes a lookup.
///
/// Skipped if Node.js is not installed; with `REQUIRE_NODE=true` in the environment it fails
/// instead.
@HttpTest
class TypeScriptClientTests {

  private static final String REQUIRED = "REQUIRE_NODE";
  private static final Path SOURCES = Path.of("src", "test", "typescript");
  private static final Path FOLDER = Path.of("target", "typescript-client");

  /// A text that no other test stores.
  private static final String TEXT =
      "The ferryman counted his coins at dusk, tied the boat to the oldest willow on the bank,"
          + " noted the height of the river on its bark, and slept when the lamp across the water"
          + " went out.";

  @Autowired private RunningService service;

  @Test
  @Tag("nightly")
  void compilesAndFindsWhatItStored() throws IOException, InterruptedException {
    boolean there = Node.isThere();
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertThat(there).as("%s is set: node and npm can be run", REQUIRED).isTrue();
    }
    assumeTrue(there, "node and npm cannot be run");
    copySources();
    String url = "http://localhost:" + service.port();
    Node node = new Node(FOLDER);
    node.run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    node.run(
        "npx", "--no-install", "openapi-typescript", url + "/v3/api-docs", "-o", "schema.d.ts");
    node.run("npx", "--no-install", "tsc");
    String found = node.run("node", "compiled/lookup.js", url, TEXT);
    assertThat(found.strip())
        .isEqualTo(
            "{\"outcome\":\"added\",\"equal\":true,\"matches\":[\"https://example.org/typescript"
                + " 0\"],\"problem\":[\"maxDistance\"],\"line\":\"1 added\"}");
    for (String id :
        List.of("https%3A%2F%2Fexample.org%2Ftypescript", "typescript-2", "typescript-3")) {
      service.delete("/documents/" + id).require(204);
    }
  }

  private static void copySources() throws IOException {
    Files.createDirectories(FOLDER);
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        Files.copy(file, FOLDER.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
