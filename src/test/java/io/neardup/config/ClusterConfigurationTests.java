package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.cluster.Cluster;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.service.InvalidConfigurationException;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.ssl.SslBundles;

class ClusterConfigurationTests {

  private static final String SECRET = "a secret that is long enough";

  @ParameterizedTest
  @CsvSource({
    "instance-key, short, must be a secret of 16 characters or more",
    "instance-url, neardup-1:8080, must be http:// or https://",
    "partitions, 257, must be 1 to 256",
    "replication-factor, 0, must be 1 or more",
    "standbys, -1, must be 0 or more"
  })
  void namesInvalidValues(String key, String value, String fault, @TempDir Path data)
      throws IOException {
    Map<String, String> configuration = new HashMap<>(Map.of("cluster.instance-key", SECRET));
    configuration.put("cluster." + key, value);
    Binder binder = new Binder(new MapConfigurationPropertySource(configuration));
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      assertThatThrownBy(() -> cluster(binder, store).close())
          .isInstanceOf(InvalidConfigurationException.class)
          .hasMessageContainingAll("neardup.cluster." + key + ": ", fault);
    }
  }

  private static Cluster cluster(Binder binder, DocumentStore store) {
    return new ClusterConfiguration()
        .cluster(
            binder.bindOrCreate("cluster", ClusterProperties.class),
            binder.bindOrCreate("neardup", NeardupProperties.class),
            store,
            new DefaultListableBeanFactory().getBeanProvider(SslBundles.class),
            8080,
            "",
            200,
            Duration.ofSeconds(75),
            Clock.systemUTC());
  }

  @Test
  void connectionsOfInstancesStayOpen() {
    assertThatThrownBy(() ->
            FreshService.start(
                    "--neardup.cluster.bootstrap-servers=localhost:1",
                    "--neardup.cluster.instance-key=" + SECRET,
                    "--server.tomcat.keep-alive-timeout=5s")
                .close())
        .hasStackTraceContaining("server.tomcat.keep-alive-timeout: must be 60s or more")
        .hasStackTraceContaining("was 5s");
  }
}
