package io.neardup;

import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// A service of one's own, with nothing stored in it yet. Takes a few seconds to start.
///
/// @param context with all of its beans
public record FreshService(ConfigurableApplicationContext context) implements AutoCloseable {

  /// Starts one on a free port.
  ///
  /// @param configuration further arguments of the command line, such as
  ///   `--neardup.profile=wide-v1`
  public static FreshService start(String... configuration) {
    return new FreshService(
        new SpringApplicationBuilder(NeardupApplication.class)
            .run(
                Stream.concat(
                        Stream.of("--server.port=0", "--spring.main.banner-mode=off"),
                        Stream.of(configuration))
                    .toArray(String[]::new)));
  }

  /// It, over HTTP.
  public RunningService http() {
    return new RunningService(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }

  @Override
  public void close() {
    context.close();
  }
}
