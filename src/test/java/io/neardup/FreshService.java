package io.neardup;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// A service of one's own, with nothing stored in it yet. Takes a few seconds to start.
///
/// @param context with all of its beans
public record FreshService(ConfigurableApplicationContext context) implements AutoCloseable {

  /// Starts one on a free port.
  ///
  /// @param settings such as `neardup.profile=wide-v1`
  public static FreshService start(String... settings) {
    List<String> arguments =
        new ArrayList<>(List.of("--server.port=0", "--spring.main.banner-mode=off"));
    for (String setting : settings) {
      arguments.add("--" + setting);
    }
    return new FreshService(
        new SpringApplicationBuilder(NeardupApplication.class)
            .run(arguments.toArray(String[]::new)));
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
