package io.neardup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;

/// A service of one's own. Takes a few seconds to start.
///
/// @param context with all of its beans
/// @param data its data directory
/// @param keepsData whether the directory stays when the service is closed
public record FreshService(ConfigurableApplicationContext context, Path data, boolean keepsData)
    implements AutoCloseable {

  /// Starts one on a free port, with nothing stored in it yet.
  ///
  /// @param configuration further arguments of the command line, such as
  ///   `--neardup.profile=simhash-512-v1`
  public static FreshService start(String... configuration) {
    return startWith(context -> {}, configuration);
  }

  /// Starts one on a free port, with nothing stored in it yet and with beans of the test's own.
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

  /// Starts one on a free port, with what another one left in a directory, which stays.
  public static FreshService startIn(Path data, String... configuration) {
    return start(data, true, context -> {}, configuration);
  }

  private static FreshService start(
      Path data,
      boolean keepsData,
      ApplicationContextInitializer<GenericApplicationContext> beans,
      String... configuration) {
    return new FreshService(
        new SpringApplicationBuilder(NeardupApplication.class)
            .initializers(beans)
            .run(
                Stream.concat(
                        Stream.of(
                            "--server.port=0",
                            "--spring.main.banner-mode=off",
                            "--neardup.data-dir=" + data),
                        Stream.of(configuration))
                    .toArray(String[]::new)),
        data,
        keepsData);
  }

  /// It, over HTTP.
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
