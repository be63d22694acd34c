package io.neardup.web.limits;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.web.problem.ProblemReportValve;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// After an early answer, discards the rest of the body for a short time, and closes the connection
/// if more is left.
/* If a server closes the connection while its client still sends, the client may discard the answer (RFC 9112,
section 9.6) and would not see the 413 for a large body. If the server reads on, a client can hold a thread for
as long as it wants. Tomcat reads 'max-swallow-size' bytes, however slowly they arrive, before it sends the end
of the answer. */
public final class UnreadBodyValve extends ValveBase {

  /// The attribute with the socket of a request that has a body.
  public static final String SOCKET = "io.neardup.socket";

  /// The attribute that marks a short, completely arrived body: it needs no limit.
  static final String ARRIVED = "io.neardup.arrived";

  private static final Duration WHOLE = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(1);

  /// For chunked bodies, where a chunk length may arrive byte by byte within a single read.
  private static final Duration SILENCE_IN_CHUNKS = Duration.ofMillis(250);

  private static final int MAX_BYTES = 64 << 20;

  private final CallerQuota uploadQuota;

  public UnreadBodyValve(CallerQuota uploadQuota) {
    super(true);
    this.uploadQuota = uploadQuota;
  }

  /// Whether a body follows the headers.
  public static boolean mayHaveBody(org.apache.coyote.Request request) {
    return request.getHeader("Content-Length") != null
        || request.getHeader("Transfer-Encoding") != null;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    org.apache.coyote.Request coyote = request.getCoyoteRequest();
    SocketWrapperBase<?> socket = mayHaveBody(coyote) ? Http1Protocol.socketOf(coyote) : null;
    if (socket == null) {
      getNext().invoke(request, response);
      return;
    }
    if (response.getStatus() < 400 && hasArrived(coyote)) { // otherwise its head is malformed
      request.setAttribute(ARRIVED, true);
      getNext().invoke(request, response);
      return;
    }
    request.setAttribute(SOCKET, socket);
    getNext().invoke(request, response);
    if (!coyote.isFinished() && !isBroken(coyote)) {
      response.finishResponse();
      if (!isWorthReading(request) || !readOn(coyote, socket, request.getRemoteAddr())) {
        coyote.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
      }
    }
  }

  /// Whether a short body is in the buffer, which only Tomcat's own request tells.
  private static boolean hasArrived(org.apache.coyote.Request request) {
    long length = request.getContentLengthLong();
    if (length < 0 || length > BodyWeight.SHORT) {
      return false;
    }
    request.action(ActionCode.AVAILABLE, false);
    return request.getAvailable() >= length;
  }

  /// Whether Tomcat closes the connection anyway because the end of the body is unknown.
  private static boolean isBroken(org.apache.coyote.Request request) {
    AtomicBoolean broken = new AtomicBoolean();
    request.action(ActionCode.IS_ERROR, broken);
    return broken.get();
  }

  /// A client that sent `Expect: 100-continue` sends its body only after a 100.
  private static boolean isWorthReading(Request request) {
    return request.getAttribute(ProblemReportValve.TOO_LATE) == null
        && !request.getCoyoteRequest().hasExpectation();
  }

  /// Discards bytes; true if the body has ended.
  private boolean readOn(
      org.apache.coyote.Request request, SocketWrapperBase<?> socket, String address) {
    Duration silence = request.getContentLengthLong() < 0 ? SILENCE_IN_CHUNKS : SILENCE;
    long timeout = socket.getReadTimeout();
    long begin = System.nanoTime();
    Discarded sink = new Discarded();
    try (Share share = uploadQuota.open(address)) {
      if (!share.tryTake(1)) {
        return false;
      }
      long left = WHOLE.toMillis();
      for (long bytes = 0; bytes < MAX_BYTES && left > 0; ) {
        socket.setReadTimeout(Math.min(left, silence.toMillis()));
        int read = request.doRead(sink);
        if (read < 0 || request.isFinished()) {
          return request.isFinished();
        }
        bytes += read;
        left = WHOLE.toMillis() - (System.nanoTime() - begin) / 1_000_000;
      }
      return false;
    } catch (IOException e) {
      return false; // it stopped, or the client left
    } finally {
      socket.setReadTimeout(timeout);
    }
  }

  private static final class Discarded implements ApplicationBufferHandler {

    private @Nullable ByteBuffer buffer;

    @Override
    public void setByteBuffer(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    public @Nullable ByteBuffer getByteBuffer() {
      return buffer;
    }

    @Override
    public void expand(int size) {
      // Discarded.
    }
  }
}
