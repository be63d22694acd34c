package io.neardup;

import io.neardup.config.ServiceConfiguration;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/// A test of the whole service over HTTP. All such tests share one service, which starts once;
/// tests get its [RunningService] by injection.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    classes = ServiceConfiguration.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "neardup.data-dir=target/test-data/${random.uuid}",
      "neardup.backup-dir=target/test-data/${random.uuid}",
      "neardup.limits.deadline=" + Eventually.PATIENT,
      "server.tomcat.connection-timeout=" + Eventually.PATIENT
    })
@Import(HttpTest.Wiring.class)
public @interface HttpTest {

  /// Registers the service for injection, once it listens.
  @TestConfiguration(proxyBeanMethods = false)
  class Wiring {

    @Bean
    @Lazy
    RunningService runningService(Environment environment) {
      return new RunningService(
          environment.getRequiredProperty("local.server.port", Integer.class));
    }
  }
}
