package io.neardup.web.limits;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.Peers;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.UnreadableBodyException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/// Decompresses bodies in gzip, and stops reading a body that is larger, arrives more slowly or
/// takes more memory than allowed. NDJSON streams may have any length and duration; for them,
/// [io.neardup.web.ndjson.LineReader] and [io.neardup.web.ndjson.LineBatch] enforce limits for each
/// line. The memory of a request is given back when its answer is written.
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

  /// Whether a body needs no limit: nothing reads that of a GET, or it is short and has arrived.
  private static boolean isHarmless(HttpServletRequest request) {
    return request.getMethod().equals("GET")
        || request.getAttribute(UnreadBodyValve.ARRIVED) != null
            && request.getHeader(HttpHeaders.CONTENT_ENCODING) == null;
  }

  private void limit(
      HttpServletRequest request, ServletResponse response, FilterChain chain, Share share)
      throws ServletException, IOException {
    boolean packed = GZIP.contains(contentEncoding(request));
    if (StreamMediaTypes.include(request.getContentType())) {
      chain.doFilter(packed ? new LimitedRequest(request, true, null) : request, response);
      return;
    }
    chain.doFilter(new LimitedRequest(request, packed, share), response);
  }

  /// The encodings of a body, in lower case; empty without any. A list means that a body was
  /// encoded several times, in several headers or in one.
  public static String contentEncoding(HttpServletRequest request) {
    return request.getHeader(HttpHeaders.CONTENT_ENCODING) == null
        ? ""
        : String.join(", ", Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING)))
            .strip()
            .toLowerCase(Locale.ROOT);
  }

  private static UnreadableBodyException tooLarge(int maxBytes) {
    return new UnreadableBodyException(
        Fault.TOO_LARGE,
        "must have at most "
            + maxBytes
            + " bytes; send less at once, as NDJSON line by line, or raise"
            + " neardup.limits.max-body");
  }

  /// A request whose body must arrive in time and be small enough; if it is in gzip, it appears as
  /// if it were not compressed.
  private final class LimitedRequest extends HttpServletRequestWrapper {
    private final HttpServletRequest arriving;
    private final boolean packed;
    private final @Nullable Share memory;
    private @Nullable ServletInputStream body;

    /// @param packed whether the body is in gzip
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
        body = memory == null ? unpacked(super.getInputStream()) : limited(memory);
      }
      return body;
    }

    private ServletInputStream limited(Share reserved) throws IOException {
      long length = getContentLengthLong();
      if (length > limits.bodyBytes()) {
        throw tooLarge(limits.bodyBytes());
      }
      ServletInputStream plain =
          unpacked(new ArrivingBody(arriving, quotas.uploads(), limits.deadline()));
      return length >= 0 && length <= BodyWeight.SHORT
          ? plain // which ends there
          : new LimitedStream(plain, length, limits.bodyBytes(), reserved);
    }

    private ServletInputStream unpacked(ServletInputStream sent) {
      return packed
          ? new GzipBody(sent, RequestLimits.MAX_EXPANSION, RequestLimits.MAX_UNPACKED_BYTES)
          : sent;
    }

    @Override
    public int getContentLength() {
      return packed ? -1 : super.getContentLength();
    }

    @Override
    public long getContentLengthLong() {
      return packed ? -1 : super.getContentLengthLong();
    }

    @Override
    public @Nullable String getHeader(String name) {
      return isOfPacked(name) ? null : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
      return isOfPacked(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
      return Collections.enumeration(
          Collections.list(super.getHeaderNames()).stream()
              .filter(name -> !isOfPacked(name))
              .toList());
    }

    private boolean isOfPacked(String header) {
      return packed
          && (header.equalsIgnoreCase(HttpHeaders.CONTENT_ENCODING)
              || header.equalsIgnoreCase(HttpHeaders.CONTENT_LENGTH));
    }
  }

  /// Reserves memory for a body of known length before it is read, otherwise as it arrives.
  private static final class LimitedStream extends ForwardedBody {
    private final boolean known;
    private final int maxBytes;
    private final Share memory;
    private long count;

    /// @param length -1 if it is not known
    LimitedStream(ServletInputStream in, long length, int maxBytes, Share memory) {
      super(in);
      this.known = length >= 0;
      this.maxBytes = maxBytes;
      this.memory = memory;
      if (known) {
        memory.take(BodyWeight.ofText(length));
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      if (read > 0) {
        count += read;
        if (count > maxBytes) {
          throw tooLarge(maxBytes);
        }
        memory.take(
            BodyWeight.ofStructure(bytes, offset, read) + (known ? 0 : BodyWeight.ofText(read)));
      }
      return read;
    }
  }
}
