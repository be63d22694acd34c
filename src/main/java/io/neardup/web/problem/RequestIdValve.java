package io.neardup.web.problem;

import io.micrometer.context.ThreadLocalAccessor;
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

/// Gives every request an id: the caller's own if it is fit to be logged, else a new one. The
/// answer carries it as a header, problems as a field, and what is logged meanwhile as
/// `http.request.id`, as the Elastic Common Schema calls it.
///
/// A valve and no filter, so that answers have it that the server itself gives.
public final class RequestIdValve extends ValveBase {

  public static final String HEADER = "X-Request-Id";

  private static final String LOGGED_AS = "http.request.id";
  private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._~:+/=@-]{1,128}");

  public RequestIdValve() {
    super(true);
  }

  /// The id of the request that this thread answers, null if it answers none.
  public static @Nullable String current() {
    return MDC.get(LOGGED_AS);
  }

  /// Does work for the request of that id, on a thread that ends with it.
  public static void run(@Nullable String id, Runnable work) {
    if (id != null) {
      MDC.put(LOGGED_AS, id);
    }
    work.run();
  }

  /// Lets the threads that work on the lines of many streams know whose it is.
  public static final class Accessor implements ThreadLocalAccessor<String> {

    @Override
    public Object key() {
      return LOGGED_AS;
    }

    @Override
    public @Nullable String getValue() {
      return current();
    }

    @Override
    public void setValue(String id) {
      MDC.put(LOGGED_AS, id);
    }

    @Override
    public void setValue() {
      MDC.remove(LOGGED_AS);
    }
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

  /// 128 bits, which nobody has to be unable to guess.
  private static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
