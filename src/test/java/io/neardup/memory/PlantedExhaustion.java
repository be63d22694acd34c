package io.neardup.memory;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.connector.Connector;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/// A service that runs out of memory with its first request, in a thread that the property
/// `planted` names.
public final class PlantedExhaustion
    implements Filter,
        WebServerFactoryCustomizer<TomcatServletWebServerFactory>,
        ApplicationListener<ApplicationStartedEvent> {

  private final String where;
  private final List<Connector> connectors = new ArrayList<>();

  public PlantedExhaustion(Environment environment) {
    this.where = environment.getRequiredProperty("planted");
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addConnectorCustomizers(connectors::add);
  }

  /// The poller passes the sockets that have requests to the executor.
  @Override
  public void onApplicationEvent(ApplicationStartedEvent event) {
    if (where.equals("poller")) {
      connectors.forEach(connector -> connector.getProtocolHandler().setExecutor(_ -> exhaust()));
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    switch (where) {
      case "request" -> exhaust();
      case "caught" -> {
        try {
          exhaust();
        } catch (OutOfMemoryError e) {
          LoggerFactory.getLogger("library").debug("Continues", new IllegalStateException(e));
        }
      }
      default -> {}
    }
    chain.doFilter(request, response);
  }

  private static void exhaust() {
    long[][] much = new long[1 << 10][];
    for (int i = 0; i < much.length; i++) {
      much[i] = new long[1 << 20];
    }
    throw new AssertionError("the heap has more than " + much.length + " times 8 MB");
  }
}
