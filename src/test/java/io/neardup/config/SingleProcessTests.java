package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service that is not an instance of a cluster.
class SingleProcessTests {

  @TempDir private Path folder;

  @Test
  void loadsNoClassOfKafka() throws Exception {
    Path classes = folder.resolve("classes.log");
    List<String> jvm = List.of("-Xmx512m", "-Xlog:class+load:file=" + classes);
    try (ServiceProcess service = ServiceProcess.start(folder, jvm)) {
      service.http().post("/documents", "{\"id\": \"a\", \"text\": \"some words\"}").require(201);
      service.http().get("/duplicates?text=some+words").require(200);
      service.http().get("/actuator/prometheus").require(200);
    }
    assertThat(Files.readString(classes))
        .contains("io.neardup.service.collection.LocalBackend")
        .doesNotContain("org.apache.kafka");
  }
}
