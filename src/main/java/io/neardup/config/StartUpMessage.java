package io.neardup.config;

import io.neardup.security.AccessPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/// Logs the address of the service once it is ready, and which clients may call.
@Component
class StartUpMessage {

  private static final Logger log = LoggerFactory.getLogger(StartUpMessage.class);

  private final Environment environment;
  private final AccessPolicy access;
  private final ServerProperties server;

  StartUpMessage(Environment environment, AccessPolicy access, ServerProperties server) {
    this.environment = environment;
    this.access = access;
    this.server = server;
  }

  @EventListener
  void ready(ApplicationReadyEvent event) {
    if (event.getApplicationContext() instanceof WebServerApplicationContext context
        && context.getWebServer() != null) {
      String address = environment.getProperty("server.address", "0.0.0.0");
      log.info(
          "Ready at {}://{}:{} (listening on {}); every call can be tried out at /swagger-ui.html",
          Ssl.isEnabled(server.getSsl()) ? "https" : "http",
          address.equals("0.0.0.0") ? "localhost" : address,
          context.getWebServer().getPort(),
          address);
      log.info(access.summary());
      access.warning().ifPresent(log::warn);
    }
  }
}
