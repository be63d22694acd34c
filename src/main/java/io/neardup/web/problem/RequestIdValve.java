package io.neardup.web.problem;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/// Assigns an id to every request: the caller's id if it is fit for the log, otherwise a new one.
/// It is a header in answers, a field in problems, and `http.request.id` in log lines (Elastic
/// Common Schema). Threads that process stream lines inherit it together with the caller.
///
/// A valve rather than a filter, so that the server's own answers have it.
public final class RequestIdValve extends ValveBase {

  public static final String HEADER = "X-Request-Id";

  private static final String LOGGED_AS = "http.request.id";
  private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._~:+/=@-]{1,128}");

  static {
    ContextRegistry.getInstance()
        .registerThreadLocalAccessor(new Slf4jThreadLocalAccessor(LOGGED_AS, "user.name"));
  }

  public RequestIdValve() {
    super(true);
  }

  /// This thread's request id, null without a request.
  public static @Nullable String current() {
    return MDC.get(LOGGED_AS);
  }

  /// Runs work for the request with this id, on a thread that ends afterwards.
  public static void run(@Nullable String id, Runnable work) {
    if (id != null) {
      MDC.put(LOGGED_AS, id);
    }
    work.run();
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    String given = request.getHeader(HEADER);
    String id = given != null && FIT.matcher(given).matches() ? given : fresh();
    response.setHeader(HEADER, id);
    try (var _ = MDC.putCloseable(LOGGED_AS, id)) {
      getNext().invoke(request, response);
    }
  }

  /// 128 random bits; they need not be unpredictable.
  private static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
