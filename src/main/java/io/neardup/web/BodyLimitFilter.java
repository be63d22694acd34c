package io.neardup.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/// Unpacks bodies that came in gzip, and stops reading one that is larger or arrives more slowly
/// than allowed. NDJSON streams may be of any length and take any time; there the limit holds for
/// each line.
final class BodyLimitFilter extends OncePerRequestFilter {

  private final RequestLimits limits;

  BodyLimitFilter(RequestLimits limits) {
    this.limits = limits;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String type = request.getContentType();
    boolean stream = type != null && type.toLowerCase(Locale.ROOT).startsWith(Ndjson.MEDIA_TYPE);
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    boolean packed = encoding != null && encoding.strip().equalsIgnoreCase("gzip");
    HttpServletRequest plain = packed ? new UnpackedRequest(request, limits) : request;
    chain.doFilter(
        stream ? plain : new LimitedRequest(plain, limits.bodyBytes(), limits.deadline()),
        response);
  }

  private static UnreadableBodyException tooLarge(int maxBytes) {
    return UnreadableBodyException.tooLarge(
        "must have at most "
            + maxBytes
            + " bytes; send less at once, as NDJSON line by line, or raise"
            + " neardup.limits.max-body");
  }

  /// A request whose body came compressed, as if it had not.
  private static final class UnpackedRequest extends HttpServletRequestWrapper {
    private final RequestLimits limits;
    private @Nullable ServletInputStream body;

    UnpackedRequest(HttpServletRequest request, RequestLimits limits) {
      super(request);
      this.limits = limits;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      if (body == null) {
        body =
            new GzipBody(
                super.getInputStream(), limits.maxExpansion(), limits.maxUnpacked().toBytes());
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

  /// Thrown where a body is not there in time.
  static final class BodyTooSlowException extends IOException {
    BodyTooSlowException(Duration deadline) {
      super(
          "must arrive within "
              + deadline.toMillis()
              + " ms; send less at once, as NDJSON line by line, or raise neardup.limits.deadline");
    }
  }

  private static final class LimitedRequest extends HttpServletRequestWrapper {
    private final int maxBytes;
    private final Duration deadline;

    LimitedRequest(HttpServletRequest request, int maxBytes, Duration deadline) {
      super(request);
      this.maxBytes = maxBytes;
      this.deadline = deadline;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      if (getContentLengthLong() > maxBytes) {
        throw tooLarge(maxBytes);
      }
      return new LimitedStream(
          super.getInputStream(),
          maxBytes,
          deadline,
          () -> setAttribute(UnreadBodyValve.LEAVE_UNREAD, true));
    }
  }

  private static final class LimitedStream extends ServletInputStream {
    private final ServletInputStream in;
    private final int maxBytes;
    private final Duration deadline;
    private final Runnable whenTooSlow;
    private final long begin = System.nanoTime();
    private long count;

    LimitedStream(ServletInputStream in, int maxBytes, Duration deadline, Runnable whenTooSlow) {
      this.in = in;
      this.maxBytes = maxBytes;
      this.deadline = deadline;
      this.whenTooSlow = whenTooSlow;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      count(Math.max(0, read));
      return read;
    }

    private void count(int read) throws IOException {
      if (System.nanoTime() - begin > deadline.toNanos()) {
        whenTooSlow.run();
        throw new BodyTooSlowException(deadline);
      }
      count += read;
      if (count > maxBytes) {
        throw tooLarge(maxBytes);
      }
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
