package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.store.disk.DocumentStore;
import org.junit.jupiter.api.Test;

/// The health of a service with faults.
class HealthTests {

  @Test
  void littleDiskSpaceIsLimitedAndReadyAndAClosedStoreIsDown() {
    try (FreshService service = FreshService.start("--neardup.low-disk=1000000TB")) {
      RunningService http = service.http();
      Answer ready = http.get("/actuator/health/readiness");
      ready.require(200);
      assertThat(ready.text("/status")).isEqualTo("LIMITED");
      assertThat(ready.json().at("/components/disk").propertyNames())
          .as("visible to all callers")
          .containsExactly("status");
      assertThat(ready.text("/components/disk/status")).isEqualTo("LIMITED");
      assertThat(ready.text("/components/store/status")).isEqualTo("UP");
      assertThat(http.get("/actuator/health").text("/status")).isEqualTo("LIMITED");
      assertThat(http.get("/actuator/health/liveness").text("/status")).isEqualTo("UP");

      service.context().getBean(DocumentStore.class).close();
      Answer closed = http.get("/actuator/health/readiness").require(503);
      assertThat(closed.text("/components/store/status")).isEqualTo("DOWN");
      http.get("/actuator/health/liveness").require(200);
    }
  }
}
