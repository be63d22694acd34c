package io.neardup.web.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.function.ToDoubleFunction;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;

/// Server metrics: request threads and connections. They have the names of Micrometer's own
/// metrics, which read Tomcat's MBeans: with an executor that Tomcat did not create, these report a
/// maximum of -1 threads.
record TomcatMeters(MeterRegistry registry)
    implements ApplicationListener<WebServerInitializedEvent> {

  @Override
  public void onApplicationEvent(WebServerInitializedEvent event) {
    if (event.getWebServer() instanceof TomcatWebServer server) {
      for (Connector connector : server.getTomcat().getService().findConnectors()) {
        if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
          register(protocol);
        }
      }
    }
  }

  private void register(AbstractProtocol<?> protocol) {
    if (protocol.getExecutor() instanceof ThreadPoolExecutor threads) {
      gauge(
          "threads.busy", "Threads that answer requests", protocol, _ -> threads.getActiveCount());
      gauge(
          "threads.config.max",
          "Threads that may answer requests",
          protocol,
          _ -> threads.getMaximumPoolSize());
    }
    gauge("connections.current", "Connections", protocol, AbstractProtocol::getConnectionCount);
    gauge(
        "connections.config.max",
        "Connections that may be open",
        protocol,
        AbstractProtocol::getMaxConnections);
  }

  private void gauge(
      String name,
      String description,
      AbstractProtocol<?> protocol,
      ToDoubleFunction<AbstractProtocol<?>> value) {
    Gauge.builder("tomcat." + name, protocol, value)
        .description(description)
        .baseUnit(name.startsWith("threads") ? BaseUnits.THREADS : BaseUnits.CONNECTIONS)
        .tag("name", protocol.getName().replace("\"", ""))
        .register(registry);
  }
}
