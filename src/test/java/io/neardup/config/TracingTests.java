package io.neardup.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.tracing.Tracer;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.SharedService;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.JsonNode;

/// Traces are sent to the configured endpoint only.
class TracingTests {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  /// The request body, one character per byte.
  private record Posted(String path, String type, String body) {}

  @Test
  void tracesGoToTheConfiguredEndpoint() throws Exception {
    BlockingQueue<Posted> posted = new LinkedBlockingQueue<>();
    HttpServer receiver = receiver(posted);
    String endpoint = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/v1/traces";
    try (FreshService service =
        FreshService.start(
            "--management.opentelemetry.tracing.export.otlp.endpoint=" + endpoint,
            "--management.opentelemetry.tracing.export.schedule-delay=50ms")) {
      Answer answer =
          service
              .http()
              .send(
                  "GET",
                  "/documents/nobody",
                  Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01"),
                  "");
      answer.require(404);
      Posted traces = posted.take();
      assertThat(traces.path).isEqualTo("/v1/traces");
      assertThat(traces.type).isEqualTo("application/x-protobuf");
      assertThat(traces.body)
          .as("the span, the service, the caller's trace")
          .contains("http get /documents/{id}")
          .contains("service.name")
          .contains("neardup")
          .contains(new String(HexFormat.of().parseHex(TRACE), ISO_8859_1));
      JsonNode times = times(service.http(), "?tag=uri:/documents/%7Bid%7D");
      assertThat(times.at("/measurements/0/value").asInt()).as("counted once").isOne();
      SharedService.of().http().get("/documents/nobody");
      assertThat(tags(service.http())).isEqualTo(tags(SharedService.of().http()));
    } finally {
      receiver.stop(0);
    }
  }

  private static Set<String> tags(RunningService service) {
    return times(service, "")
        .get("availableTags")
        .valueStream()
        .map(tag -> tag.get("tag").asString())
        .collect(Collectors.toSet());
  }

  private static JsonNode times(RunningService service, String query) {
    return service.get("/actuator/metrics/http.server.requests" + query).json();
  }

  @Test
  void tracingIsDisabledUnlessConfigured() {
    ApplicationContext context = SharedService.of().context();
    assertThat(context.getBeanNamesForType(Tracer.class)).isEmpty();
    assertThat(context.getBeanNamesForType(OpenTelemetry.class)).isEmpty();
    assertThat(context.getBeanNamesForType(SpanExporter.class)).isEmpty();
  }

  private static HttpServer receiver(BlockingQueue<Posted> posted) throws Exception {
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
          posted.add(
              new Posted(
                  exchange.getRequestURI().getPath(),
                  exchange.getRequestHeaders().getFirst("Content-Type"),
                  body));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    receiver.start();
    return receiver;
  }
}
