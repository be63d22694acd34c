package io.neardup.web.limits;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.Peers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/// Decompresses gzip bodies, and stops reading a body that is larger, arrives more slowly or takes
/// more memory than allowed. NDJSON streams may have any length and duration;
/// [io.neardup.web.ndjson.LineReader] and [io.neardup.web.ndjson.LineBatch] limit each of their
/// lines. A request's memory is given back when its answer is written.
public final class BodyLimitFilter extends HttpFilter {

  /// Equivalent names of the same encoding (RFC 9110, section 8.4.1.3).
  private static final Set<String> GZIP = Set.of("gzip", "x-gzip");

  private final RequestLimits limits;
  private final RequestQuotas quotas;

  public BodyLimitFilter(RequestLimits limits, RequestQuotas quotas) {
    this.limits = limits;
    this.quotas = quotas;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (Share share = quotas.memory().open(CallerName.of(request))) {
      RequestMemory.attach(request, share);
      if (isHarmless(request) || request.getAttribute(Peers.INTERNAL) != null) {
        chain.doFilter(request, response);
      } else {
        limit(request, response, chain, share);
      }
    }
  }

  /// Whether a body needs no limit: it belongs to a GET, which nothing reads, or it is short and
  /// has arrived.
  private static boolean isHarmless(HttpServletRequest request) {
    return request.getMethod().equals("GET")
        || request.getAttribute(UnreadBodyValve.ARRIVED) != null
            && request.getHeader(HttpHeaders.CONTENT_ENCODING) == null;
  }

  private void limit(
      HttpServletRequest request, ServletResponse response, FilterChain chain, Share share)
      throws ServletException, IOException {
    boolean packed = isGzip(contentEncoding(request));
    if (StreamMediaTypes.include(request.getContentType())) {
      chain.doFilter(packed ? new LimitedRequest(request, true, null) : request, response);
      return;
    }
    chain.doFilter(new LimitedRequest(request, packed, share), response);
  }

  /// Whether an encoding is gzip.
  public static boolean isGzip(String encoding) {
    return GZIP.contains(encoding);
  }

  /// The encodings of a body, in lower case; empty without any. A list, in one header or several,
  /// means that a body was encoded several times.
  public static String contentEncoding(HttpServletRequest request) {
    return request.getHeader(HttpHeaders.CONTENT_ENCODING) == null
        ? ""
        : String.join(", ", Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING)))
            .strip()
            .toLowerCase(Locale.ROOT);
  }

  /// A request whose body must arrive in time and be small enough. Decompresses gzip bodies.
  private final class LimitedRequest extends HttpServletRequestWrapper {
    private final HttpServletRequest arriving;
    private final boolean packed;
    private final @Nullable Share memory;
    private @Nullable ServletInputStream body;

    /// @param packed whether the body is gzip
    /// @param memory for the body; null for a stream, which is limited line by line
    LimitedRequest(HttpServletRequest arriving, boolean packed, @Nullable Share memory) {
      super(arriving);
      this.arriving = arriving;
      this.packed = packed;
      this.memory = memory;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      if (body == null) {
        body = memory == null ? limited(super.getInputStream()) : limited(arriving());
      }
      return body;
    }

    private InputStream arriving() throws IOException {
      LimitedBody.requireSmall(getContentLengthLong(), limits.bodyBytes());
      return new ArrivingBody(arriving, quotas.uploads(), limits.deadline());
    }

    private LimitedBody limited(InputStream sent) {
      return new LimitedBody(sent, packed, getContentLengthLong(), limits.bodyBytes(), memory);
    }

    @Override
    public int getContentLength() {
      return packed ? -1 : super.getContentLength();
    }

    @Override
    public long getContentLengthLong() {
      return packed ? -1 : super.getContentLengthLong();
    }
  }
}
