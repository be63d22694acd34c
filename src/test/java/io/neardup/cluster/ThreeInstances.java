package io.neardup.cluster;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/// Three instances on one broker, in one process, and documents for them.
///
/// @param brokers one
/// @param services the instances
public record ThreeInstances(EmbeddedBrokers brokers, List<FreshService> services)
    implements AutoCloseable {

  /// The secret of the instances.
  static final String KEY = "the secret of the instances of a test";

  /// The number of the one that hardly waits for owners: it answers by marks in the log.
  static final int IMPATIENT = 2;

  /// Starts them and waits until they are ready.
  ///
  /// @param folder for their data
  public static ThreeInstances start(Path folder) throws IOException {
    ThreeInstances made =
        new ThreeInstances(EmbeddedBrokers.start(folder.resolve("brokers"), 1), new ArrayList<>());
    // One after the other: Spring Boot configures logging, which the process has once.
    for (int i = 0; i < 3; i++) {
      made.services.add(instance(folder, "http", FreePort.find(), made.brokers));
    }
    for (int i = 0; i < 3; i++) {
      RunningService http = made.at(i);
      Eventually.await().untilAsserted(() -> http.get("/actuator/health/readiness").require(200));
    }
    return made;
  }

  /// Starts an instance on one broker.
  ///
  /// @param folder for the data of instances
  /// @param further arguments
  static FreshService instance(
      Path folder, String scheme, int port, EmbeddedBrokers brokers, String... further) {
    return instance(folder, scheme, port, brokers, context -> {}, further);
  }

  /// Starts an instance on one broker, with additional beans of the test.
  ///
  /// @param beans registers them
  static FreshService instance(
      Path folder,
      String scheme,
      int port,
      EmbeddedBrokers brokers,
      ApplicationContextInitializer<GenericApplicationContext> beans,
      String... further) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=" + port,
                "--neardup.cluster.bootstrap-servers=" + brokers.bootstrapServers(),
                "--neardup.cluster.instance-url=" + scheme + "://localhost:" + port,
                "--neardup.cluster.instance-key=" + KEY,
                "--neardup.cluster.write-timeout=" + Eventually.PATIENT,
                "--neardup.cluster.replication-factor=1"));
    arguments.addAll(List.of(further));
    return FreshService.startIn(
        folder.resolve("instance-" + port), beans, arguments.toArray(String[]::new));
  }

  /// An instance.
  ///
  /// @param number from 0 on, modulo 3
  public RunningService at(int number) {
    return services.get(number % 3).http();
  }

  /// A text, unlike those of other numbers.
  static String text(int number) {
    return IntStream.range(0, 40)
        .mapToObj(word -> "w" + Integer.toString((number * 31 + word) * 7919 % 100_003, 36))
        .collect(Collectors.joining(" "));
  }

  /// A request with a text.
  ///
  /// @param further fields, preceded by a comma
  static String json(String text, String further) {
    return "{\"text\": \"" + text + "\"" + further + "}";
  }

  @Override
  public void close() {
    services.forEach(FreshService::close);
    brokers.close();
  }
}
