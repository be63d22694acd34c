package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterConfigurationTests {

  private static final String KEY = "--neardup.cluster.instance-key=a secret that is long enough";

  @ParameterizedTest
  @CsvSource({
    "instance-key, short, must be a secret of 16 characters or more",
    "instance-url, neardup-1:8080, must be http:// or https://",
    "partitions, 257, must be 1 to 256",
    "replication-factor, 0, must be 1 or more",
    "min-in-sync, 4, must be 1 to neardup.cluster.replication-factor",
    "standbys, -1, must be 0 or more"
  })
  void namesInvalidValuesAtStart(String key, String value, String fault) {
    assertThatThrownBy(() ->
            FreshService.start(
                    "--neardup.cluster.bootstrap-servers=localhost:1",
                    key.equals("instance-key") ? "--neardup.cluster.topic-prefix=neardup" : KEY,
                    "--neardup.cluster." + key + "=" + value)
                .close())
        .hasStackTraceContaining("neardup.cluster." + key)
        .hasStackTraceContaining(fault);
  }

  @Test
  void connectionsOfInstancesStayOpen() {
    assertThatThrownBy(() ->
            FreshService.start(
                    "--neardup.cluster.bootstrap-servers=localhost:1",
                    KEY,
                    "--server.tomcat.keep-alive-timeout=5s")
                .close())
        .hasStackTraceContaining("server.tomcat.keep-alive-timeout: must be 60s or more")
        .hasStackTraceContaining("was 5s");
  }
}
