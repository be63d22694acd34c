package io.neardup;

import io.neardup.cli.NeardupCommand;
import io.neardup.config.LoggedFailures;
import io.neardup.config.ServiceConfiguration;
import io.neardup.memory.MemoryWatch;
import java.util.Arrays;
import org.springframework.boot.SpringApplication;

/// The service: `mvn spring-boot:run` starts it on port 8080. With a command as its first argument,
/// the command line instead, which needs no Spring.
public final class NeardupApplication {

  private NeardupApplication() {}

  /// Starts the service, or runs a command and exits; arguments of the service are Spring Boot's,
  /// such as `--server.port=9090`.
  public static void main(String[] args) {
    if (NeardupCommand.startsServer(args)) {
      boolean named = args.length > 0 && args[0].equals("serve");
      serve(named ? Arrays.copyOfRange(args, 1, args.length) : args);
    } else {
      System.exit(NeardupCommand.run(args));
    }
  }

  private static void serve(String... args) {
    MemoryWatch.start();
    SpringApplication service = new SpringApplication(ServiceConfiguration.class);
    service.addListeners(new LoggedFailures());
    try {
      service.run(args);
    } catch (RuntimeException | Error e) {
      MemoryWatch.check(e); // Spring has its own handler for the main thread
      throw e;
    }
  }
}
