package io.neardup.web.limits;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.ProblemReportValve;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// A JSON body that must arrive within the deadline, however slowly its client sends. Bytes that
/// have arrived are read at once; a quota limits the number of requests that wait for more.
public final class ArrivingBody extends InputStream {

  /// In HTTP/2, Tomcat has its own timeout per request.
  private static final String PAUSE_OF_STREAM = "must come without long pauses";

  private final ServletInputStream in;
  private final HttpServletRequest request;
  private final CallerQuota uploadQuota;
  private final Duration deadline;
  private final long begin = System.nanoTime();

  /// @param request whose body it is
  public ArrivingBody(HttpServletRequest request, CallerQuota uploadQuota, Duration deadline)
      throws IOException {
    this.in = request.getInputStream();
    this.request = request;
    this.uploadQuota = uploadQuota;
    this.deadline = deadline;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    long left = deadline.toNanos() - (System.nanoTime() - begin);
    if (left <= 0) {
      throw tooSlow(late());
    }
    return isThere() ? in.read(bytes, offset, length) : await(left, bytes, offset, length);
  }

  /// Whether a read returns at once. Unknown for chunked bodies: half of a chunk's length field may
  /// have arrived.
  private boolean isThere() throws IOException {
    return request.getContentLengthLong() >= 0 && (in.available() > 0 || in.isFinished());
  }

  private int await(long nanos, byte[] bytes, int offset, int length) throws IOException {
    SocketWrapperBase<?> socket = socket();
    long timeout = socket == null ? 0 : socket.getReadTimeout();
    long millis = Math.max(1, nanos / 1_000_000);
    boolean isPauseLimit = timeout > 0 && timeout < millis;
    try (Share _ = uploadQuota.takeOne(CallerName.of(request))) {
      if (socket != null) {
        socket.setReadTimeout(isPauseLimit ? timeout : millis);
      }
      return in.read(bytes, offset, length);
    } catch (IOException e) {
      if (e.getCause() instanceof SocketTimeoutException) {
        throw tooSlow(
            socket == null
                ? PAUSE_OF_STREAM
                : isPauseLimit ? ProblemReportValve.WITHOUT_PAUSES : late());
      }
      throw e;
    } finally {
      if (socket != null) {
        socket.setReadTimeout(timeout);
      }
    }
  }

  private @Nullable SocketWrapperBase<?> socket() {
    return (SocketWrapperBase<?>) request.getAttribute(UnreadBodyValve.SOCKET);
  }

  private String late() {
    return "must arrive within "
        + deadline.toMillis()
        + " ms; send less at once, for example as NDJSON lines, or raise neardup.limits.deadline";
  }

  private RequestException tooSlow(String why) {
    RequestException e = new RequestException(Fault.TOO_SLOW, "body", why);
    request.setAttribute(ProblemReportValve.TOO_LATE, e);
    return e;
  }
}
