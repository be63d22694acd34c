package io.neardup.web.server;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.web.servlet.HandlerMapping;

/// Times requests: the meters `http.server.requests` and `http.server.requests.active`, with the
/// tags of [StreamConvention].
///
/// Spring's filter fills the same meters from an observation of each request, which costs a tenth
/// of a short request. It replaces this one only in a service that sends traces. Here, a request
/// with known tags costs two map lookups.
final class RequestTimes extends HttpFilter {

  private static final String NAME = "http.server.requests";
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

  private final MeterRegistry registry;
  private final StreamConvention convention;
  private final Map<TagSource, LongTaskTimer> active = new ConcurrentHashMap<>();
  private final Map<TagSource, Timer> answered = new ConcurrentHashMap<>();

  RequestTimes(MeterRegistry registry, StreamConvention convention) {
    this.registry = registry;
    this.convention = convention;
  }

  /// What the tags of a request depend on. There are few combinations, whatever clients send.
  ///
  /// @param method empty for unknown ones
  /// @param pattern of the path of the call; null if none was selected
  /// @param failure the class of what was thrown
  private record TagSource(
      String method,
      boolean isStream,
      int status,
      @Nullable Object pattern,
      @Nullable Class<?> failure) {

    static TagSource of(
        HttpServletRequest request, HttpServletResponse response, @Nullable Throwable failure) {
      return new TagSource(
          METHODS.contains(request.getMethod()) ? request.getMethod() : "",
          StreamConvention.isStream(request, response),
          response.getStatus(),
          request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE),
          failure == null ? null : failure.getClass());
    }
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long begin = System.nanoTime();
    LongTaskTimer.Sample sample = active(request, response).start();
    Throwable failure = null;
    try {
      chain.doFilter(request, response);
      failure = (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    } catch (ServletException | IOException | RuntimeException e) {
      failure = e.getCause() != null && e instanceof ServletException ? e.getCause() : e;
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      throw e;
    } finally {
      sample.stop();
      timer(request, response, failure).record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
    }
  }

  private LongTaskTimer active(HttpServletRequest request, HttpServletResponse response) {
    return known(
        active,
        TagSource.of(request, response, null),
        () ->
            LongTaskTimer.builder(NAME + ".active")
                .tags(tags(request, response, null))
                .register(registry));
  }

  private Timer timer(
      HttpServletRequest request, HttpServletResponse response, @Nullable Throwable failure) {
    return known(
        answered,
        TagSource.of(request, response, failure),
        () ->
            Timer.builder(NAME)
                .tags(tags(request, response, failure))
                .tag("error", failure == null ? "none" : failure.getClass().getSimpleName())
                .register(registry));
  }

  /// The meter for a kind; takes no lock if it is known.
  private static <M> M known(Map<TagSource, M> meters, TagSource kind, Supplier<M> registered) {
    M known = meters.get(kind);
    return known != null ? known : meters.computeIfAbsent(kind, _ -> registered.get());
  }

  private List<Tag> tags(
      HttpServletRequest request, HttpServletResponse response, @Nullable Throwable failure) {
    ServerRequestObservationContext context =
        new ServerRequestObservationContext(request, response);
    context.setPathPattern(
        (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
    if (failure != null) {
      context.setError(failure);
    }
    return convention.getLowCardinalityKeyValues(context).stream()
        .map(each -> Tag.of(each.getKey(), each.getValue()))
        .toList();
  }
}
