package io.neardup;

import io.neardup.config.ServiceConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;

/// A service for a single test or test class. It takes a few seconds to start.
///
/// @param context the application context
/// @param data its data directory
/// @param keepsData whether the directory stays when the service is closed
public record FreshService(ConfigurableApplicationContext context, Path data, boolean keepsData)
    implements AutoCloseable {

  /// What services have unless the configuration of the test says otherwise: a free port, and time
  /// limits that a busy machine does not exceed.
  private static final Map<String, String> USUAL =
      Map.of(
          "server.port", "0",
          "neardup.limits.deadline", Eventually.PATIENT,
          "server.tomcat.connection-timeout", Eventually.PATIENT);

  /// Starts an empty service on a free port.
  ///
  /// @param configuration further arguments of the command line, such as
  ///   `--neardup.profile=simhash-512-v1`
  public static FreshService start(String... configuration) {
    return startWith(context -> {}, configuration);
  }

  /// Starts an empty service on a free port, with additional beans of the test.
  ///
  /// @param beans registers them
  public static FreshService startWith(
      ApplicationContextInitializer<GenericApplicationContext> beans, String... configuration) {
    try {
      return start(Files.createTempDirectory("neardup"), false, beans, configuration);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts a service on a free port with the data directory of another one; the directory is not
  /// deleted.
  public static FreshService startIn(Path data, String... configuration) {
    return startIn(data, context -> {}, configuration);
  }

  /// The same with additional beans of the test.
  ///
  /// @param beans registers them
  public static FreshService startIn(
      Path data,
      ApplicationContextInitializer<GenericApplicationContext> beans,
      String... configuration) {
    return start(data, true, beans, configuration);
  }

  private static FreshService start(
      Path data,
      boolean keepsData,
      ApplicationContextInitializer<GenericApplicationContext> beans,
      String... configuration) {
    return new FreshService(
        new SpringApplicationBuilder(ServiceConfiguration.class)
            .initializers(beans)
            .run(
                Stream.of(
                        Stream.of("--spring.main.banner-mode=off", "--neardup.data-dir=" + data),
                        usual(configuration),
                        Stream.of(configuration))
                    .flatMap(each -> each)
                    .toArray(String[]::new)),
        data,
        keepsData);
  }

  /// Arguments of the command line for the usual settings that the configuration does not have.
  public static Stream<String> usual(String... configuration) {
    return USUAL.entrySet().stream()
        .map(each -> Map.entry("--" + each.getKey() + "=", each.getValue()))
        .filter(each -> Stream.of(configuration).noneMatch(own -> own.startsWith(each.getKey())))
        .map(each -> each.getKey() + each.getValue());
  }

  /// The HTTP client of this service.
  public RunningService http() {
    return new RunningService(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }

  @Override
  public void close() {
    context.close();
    if (!keepsData) {
      try {
        FileSystemUtils.deleteRecursively(data);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
