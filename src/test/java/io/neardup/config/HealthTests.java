package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.store.DocumentStore;
import org.junit.jupiter.api.Test;

/// What health says of a service that is not well.
class HealthTests {

  @Test
  void littleDiskSpaceReportsLimitedAndStaysReady() {
    try (FreshService service = FreshService.start("--neardup.low-disk=1000000TB")) {
      RunningService http = service.http();
      Answer ready = http.get("/actuator/health/readiness");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.json().get("status").asString()).isEqualTo("LIMITED");
      assertThat(ready.json().at("/components/disk").propertyNames())
          .as("what everybody may see")
          .containsExactly("status");
      assertThat(ready.json().at("/components/disk/status").asString()).isEqualTo("LIMITED");
      assertThat(ready.json().at("/components/store/status").asString()).isEqualTo("UP");
      assertThat(http.get("/actuator/health").json().get("status").asString()).isEqualTo("LIMITED");
      assertThat(http.get("/actuator/health/liveness").json().get("status").asString())
          .isEqualTo("UP");
    }
  }

  @Test
  void aStoreThatIsClosedIsDown() {
    try (FreshService service = FreshService.start()) {
      RunningService http = service.http();
      assertThat(http.get("/actuator/health/readiness").status()).isEqualTo(200);
      service.context().getBean(DocumentStore.class).close();
      Answer ready = http.get("/actuator/health/readiness");
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.json().at("/components/store/status").asString()).isEqualTo("DOWN");
      assertThat(http.get("/actuator/health/liveness").status()).isEqualTo(200);
    }
  }
}
