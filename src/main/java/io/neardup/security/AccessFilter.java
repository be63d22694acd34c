package io.neardup.security;

import io.neardup.service.RequestException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The first filter of the chain, for all callers. Sets the headers of [ResponseHeaders]. Refuses
/// requests with a path that is not normalised, with a Host header that is not a name of the
/// service, or from a web page of another origin. In mode keys, authentication follows.
final class AccessFilter extends HttpFilter {

  private static final Pattern DOT_SEGMENT = Pattern.compile("/\\.\\.?(/|$)");

  private final ResponseHeaders headers;
  private final @Nullable HostCheck hosts;
  private final OriginCheck origins;
  private final Refusals refusals;

  /// @param hosts null to accept all names
  AccessFilter(
      ResponseHeaders headers, @Nullable HostCheck hosts, OriginCheck origins, Refusals refusals) {
    this.headers = headers;
    this.hosts = hosts;
    this.origins = origins;
    this.refusals = refusals;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType()
        == DispatcherType.REQUEST) { // error dispatches belong to checked requests
      headers.write(request, response);
      try {
        check(request);
      } catch (RequestException e) {
        refusals.send(request, response, e);
        return;
      }
    }
    chain.doFilter(request, response);
  }

  private void check(HttpServletRequest request) {
    if (!isNormalised(request.getRequestURI())) {
      throw RequestException.invalid(
          "path", "must be normalised, without '..' or control characters");
    }
    if (hosts != null) {
      hosts.check(request);
    }
    origins.check(request);
  }

  /// Whether all readers of the path agree on it.
  private static boolean isNormalised(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < ' ' || path.charAt(i) > '~') {
        return false;
      }
    }
    return !path.contains("/.") || !DOT_SEGMENT.matcher(path).find();
  }
}
