package io.neardup;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// A service of one's own, with nothing stored in it yet. Takes a few seconds to start.
///
/// @param context with all of its beans
public record FreshService(ConfigurableApplicationContext context) implements AutoCloseable {

  /// Starts one on a free port.
  ///
  /// @param properties such as `neardup.profile=wide-v1`
  public static FreshService start(String... properties) {
    return new FreshService(
        new SpringApplicationBuilder(NeardupApplication.class)
            .properties(properties)
            .run("--server.port=0", "--spring.main.banner-mode=off"));
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
