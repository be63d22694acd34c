package io.neardup.cluster.relay;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.service.CallerQuota;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.Http1Protocol;
import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.ProblemReportValve;
import io.neardup.web.problem.RequestIdValve;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import tools.jackson.databind.json.JsonMapper;

/// An instance: Tomcat, with the valves of the service, that answers by a handler.
final class Instance implements AutoCloseable {

  static final String SECRET = "a secret of instances";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Answers requests.
  @FunctionalInterface
  interface Handler {
    void handle(HttpServletRequest request, HttpServletResponse response)
        throws IOException, InterruptedException;
  }

  /// How many requests the handler has been given.
  final AtomicInteger handled = new AtomicInteger();

  volatile Function<Call, Route> routes = _ -> new Route.Here();
  volatile boolean isCatalogNeeded;
  volatile BiPredicate<Call, Hop> owns = (_, _) -> true;
  volatile BiPredicate<Call, Route.Elsewhere> valid = (_, _) -> true;

  /// Instances of which routes were not answered.
  final List<URI> unreached = new CopyOnWriteArrayList<>();

  private final Tomcat tomcat = new Tomcat();
  private final Connector connector = new Connector(Http1Protocol.class.getName());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Relay relay;

  static final RelaySettings SETTINGS =
      new RelaySettings(
          100,
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          null);

  Instance(Path directory, Handler handler) {
    this(directory, handler, SETTINGS, InstantSource.system(), _ -> {});
  }

  Instance(
      Path directory,
      Handler handler,
      RelaySettings settings,
      InstantSource clock,
      Consumer<Connector> customizer) {
    relay = new Relay(new HopSeal(SECRET, clock), settings);
    connector.setPort(0);
    connector.getProtocolHandler().setExecutor(threads);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxHttpRequestHeaderSize", "131072");
    connector.setProperty("compression", "on");
    connector.setProperty("compressionMinSize", "2048");
    connector.setProperty("compressibleMimeType", "application/json");
    connector.setProperty("maxSwallowSize", "65536");
    customizer.accept(connector);
    tomcat.setBaseDir(directory.toString());
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", directory.toString());
    Tomcat.addServlet(context, "all", servlet(handler)).setAsyncSupported(true);
    context.addServletMappingDecoded("/*", "all");
    CallerQuota uploads =
        new CallerQuota(
            100, (_, _) -> new RequestException(Fault.TOO_MANY_REQUESTS, "caller", "too many"));
    ProblemCounts counts = new ProblemCounts(new SimpleMeterRegistry());
    var pipeline = context.getParent().getPipeline();
    pipeline.addValve(new RequestIdValve());
    pipeline.addValve(new UnreadBodyValve(uploads));
    pipeline.addValve(new ProblemReportValve(MAPPER, counts));
    pipeline.addValve(new RelayValve(relay, routing(), uploads));
    try {
      tomcat.start();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }

  private HttpServlet servlet(Handler handler) {
    return new HttpServlet() {
      private static final long serialVersionUID = 1L;

      @Override
      protected void service(HttpServletRequest request, HttpServletResponse response)
          throws IOException {
        handled.incrementAndGet();
        try {
          handler.handle(request, response);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    };
  }

  private Routing routing() {
    return new Routing() {
      @Override
      public Route of(Call call, Runnable waits) {
        if (isCatalogNeeded) {
          waits.run();
        }
        return routes.apply(call);
      }

      @Override
      public boolean owns(Call call, Hop hop) {
        return owns.test(call, hop);
      }

      @Override
      public boolean isValid(Call call, Route.Elsewhere route) {
        return valid.test(call, route);
      }

      @Override
      public void unaccepted(Route.Elsewhere route, boolean refused) {
        unreached.add(route.instance());
      }
    };
  }

  int port() {
    return connector.getLocalPort();
  }

  URI uri() {
    return URI.create(
        (connector.getSecure() ? "https" : "http") + "://localhost:" + connector.getLocalPort());
  }

  /// How many connections to other instances requests use.
  int connectionsInUse() {
    return relay.inUse();
  }

  RelayClient client() {
    return new RelayClient(relay);
  }

  /// A route to an instance for a request that changes something.
  static Route.Elsewhere to(URI uri) {
    return new Route.Elsewhere(
        uri, Map.of("collection", "news & more"), true, Duration.ofSeconds(30));
  }

  /// Everything is answered there.
  void forwardTo(Instance other) {
    forwardTo(other.uri());
  }

  void forwardTo(URI uri) {
    routes = _ -> to(uri);
  }

  @Override
  public void close() {
    try {
      relay.close();
      tomcat.stop();
      tomcat.destroy();
      threads.shutdownNow();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }
}
