package io.neardup.web.limits;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.UnreadableBodyException;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/// Decompresses bodies in gzip, and stops reading a body that is larger, arrives more slowly or
/// takes more memory than allowed. NDJSON streams may have any length and duration; for them,
/// [io.neardup.web.ndjson.LineReader] and [io.neardup.web.ndjson.LineBatch] enforce limits for each
/// line.
public final class BodyLimitFilter implements Filter {

  private final RequestLimits limits;
  private final RequestQuotas quotas;

  public BodyLimitFilter(RequestLimits limits, RequestQuotas quotas) {
    this.limits = limits;
    this.quotas = quotas;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request instanceof HttpServletRequest http && !isHarmless(http)) {
      limit(http, response, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  /// Whether a body needs no limit: nothing reads that of a GET, or it is short and has arrived.
  private static boolean isHarmless(HttpServletRequest request) throws IOException {
    if (request.getMethod().equals("GET")) {
      return true;
    }
    int length = request.getContentLength();
    return length >= 0
        && length <= BodyWeight.SHORT
        && request.getHeader(HttpHeaders.CONTENT_ENCODING) == null
        && request.getInputStream().available() >= length;
  }

  private void limit(HttpServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean stream = StreamMediaTypes.include(request.getContentType());
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    boolean packed = encoding != null && encoding.strip().equalsIgnoreCase("gzip");
    HttpServletRequest arriving = stream ? request : new ArrivingRequest(request);
    HttpServletRequest plain = packed ? new UnpackedRequest(arriving) : arriving;
    if (stream) {
      chain.doFilter(plain, response);
      return;
    }
    try (Share share = quotas.memory().open(CallerName.of(request))) {
      chain.doFilter(new LimitedRequest(plain, limits.bodyBytes(), share), response);
    }
  }

  private static UnreadableBodyException tooLarge(int maxBytes) {
    return new UnreadableBodyException(
        Fault.TOO_LARGE,
        "must have at most "
            + maxBytes
            + " bytes; send less at once, as NDJSON line by line, or raise"
            + " neardup.limits.max-body");
  }

  /// A request whose body must arrive in time.
  private final class ArrivingRequest extends HttpServletRequestWrapper {

    ArrivingRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new ArrivingBody(
          (HttpServletRequest) getRequest(), quotas.uploads(), limits.deadline());
    }
  }

  /// A request with a body in gzip, which appears as if it were not compressed.
  private static final class UnpackedRequest extends HttpServletRequestWrapper {
    private @Nullable ServletInputStream body;

    UnpackedRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      if (body == null) {
        body =
            new GzipBody(
                super.getInputStream(),
                RequestLimits.MAX_EXPANSION,
                RequestLimits.MAX_UNPACKED_BYTES);
      }
      return body;
    }

    @Override
    public int getContentLength() {
      return -1;
    }

    @Override
    public long getContentLengthLong() {
      return -1;
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

    private static boolean isOfPacked(String header) {
      return header.equalsIgnoreCase(HttpHeaders.CONTENT_ENCODING)
          || header.equalsIgnoreCase(HttpHeaders.CONTENT_LENGTH);
    }
  }

  private static final class LimitedRequest extends HttpServletRequestWrapper {
    private final int maxBytes;
    private final Share memory;

    LimitedRequest(HttpServletRequest request, int maxBytes, Share memory) {
      super(request);
      this.maxBytes = maxBytes;
      this.memory = memory;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      long length = getContentLengthLong();
      if (length > maxBytes) {
        throw tooLarge(maxBytes);
      }
      return length >= 0 && length <= BodyWeight.SHORT
          ? super.getInputStream() // which ends there
          : new LimitedStream(super.getInputStream(), length, maxBytes, memory);
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
