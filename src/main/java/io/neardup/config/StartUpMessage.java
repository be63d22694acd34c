package io.neardup.config;

import io.neardup.security.AccessPolicy;
import java.util.Set;
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
record StartUpMessage(Environment environment, AccessPolicy access, ServerProperties server) {

  private static final Logger log = LoggerFactory.getLogger(StartUpMessage.class);

  private static final String LOCALHOST = "localhost";
  private static final Set<String> ANY = Set.of("0.0.0.0", "::");
  private static final Set<String> LOCAL = Set.of("0.0.0.0", "127.0.0.1", "::", "::1");

  @EventListener
  void ready(ApplicationReadyEvent event) {
    if (event.getApplicationContext() instanceof WebServerApplicationContext context
        && context.getWebServer() != null) {
      String address = environment.getProperty("server.address", "0.0.0.0");
      String scheme = Ssl.isEnabled(server.getSsl()) ? "https" : "http";
      int port = context.getWebServer().getPort();
      log.info(
          "Ready at {}://{}:{} (listening on {}); every call can be tried out at /swagger-ui.html",
          scheme,
          ANY.contains(address) ? LOCALHOST : host(address),
          port,
          address);
      log.info(
          "Open {}://{}:{}/ in a browser to load, compare and find texts",
          scheme,
          LOCAL.contains(address) ? LOCALHOST : host(address),
          port);
      log.info(access.summary());
      access.warning().ifPresent(log::warn);
    }
  }

  /// An address in a URL, where IPv6 needs brackets (RFC 3986).
  static String host(String address) {
    return address.contains(":") && !address.startsWith("[") ? "[" + address + "]" : address;
  }
}
