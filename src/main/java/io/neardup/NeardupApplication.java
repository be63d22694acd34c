package io.neardup;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// The service: `mvn spring-boot:run` starts it on port 8080.
@SpringBootApplication
@ConfigurationPropertiesScan
public class NeardupApplication {

  /// Starts the service; `args` are Spring Boot's, such as `--server.port=9090`.
  public static void main(String[] args) {
    SpringApplication.run(NeardupApplication.class, args);
  }
}
