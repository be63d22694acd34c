package io.neardup.cluster.relay;

import io.neardup.service.CallerQuota;
import io.neardup.service.RequestException;
import io.neardup.web.limits.ArrivingBody;
import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.problem.UnreadableBodyException;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.Request;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.buf.ByteChunk;
import org.jspecify.annotations.Nullable;

/// The body of a forwarded request.
/* A short one is read before it is forwarded: it saves a round trip, and can be sent to another
instance if the first one did not read it. A longer one, or one of unknown length, is not read before
an instance has accepted it with a 100 (Continue), as if the client had asked for that. A client that
did ask is not told to send its body before the owner wants it, so its body is never read first. */
final class RequestBody {

  /// The longest body that is read before it is forwarded.
  static final int MAX_SHORT = 64 << 10;

  private final Request request;
  private final boolean isStream;
  private final byte @Nullable [] bytes;

  private RequestBody(Request request, boolean isStream, byte @Nullable [] bytes) {
    this.request = request;
    this.isStream = isStream;
    this.bytes = bytes;
  }

  /// Reads the body if it is short.
  ///
  /// @param uploads limits how many bodies are awaited
  /// @param longest how long it may take to arrive
  static RequestBody of(Request request, CallerQuota uploads, Duration longest) throws IOException {
    org.apache.coyote.Request coyote = request.getCoyoteRequest();
    long length = coyote.getContentLengthLong();
    if (length == 0 || !UnreadBodyValve.mayHaveBody(coyote)) {
      return new RequestBody(request, false, null);
    }
    if (length < 0 || length > MAX_SHORT || coyote.hasExpectation()) {
      return new RequestBody(request, true, null);
    }
    try {
      byte[] bytes = new ArrivingBody(request, uploads, longest).readNBytes((int) length);
      if (bytes.length == length) {
        return new RequestBody(request, false, bytes);
      }
    } catch (UnreadableBodyException e) {
      throw e;
    } catch (IOException e) {
      // Tomcat says that it has ended early.
    }
    throw RequestException.invalid("body", "has ended before its Content-Length; send all of it");
  }

  /// Whether a forwarded request has a body that is sent once it is asked for.
  static boolean isAwaited(Request request) {
    long length = request.getContentLengthLong();
    return length > MAX_SHORT
        || length < 0 && UnreadBodyValve.mayHaveBody(request.getCoyoteRequest());
  }

  boolean isStream() {
    return isStream;
  }

  boolean isChunked() {
    return isStream && request.getContentLengthLong() < 0;
  }

  /// What was read; null if nothing was.
  byte @Nullable [] bytes() {
    return bytes;
  }

  void addHeaders(StringBuilder head) {
    if (isChunked()) {
      Relay.header(head, "Transfer-Encoding", "chunked");
    } else if (request.getContentLengthLong() >= 0) {
      Relay.header(head, "Content-Length", Long.toString(request.getContentLengthLong()));
    }
  }

  /// Makes the request appear as if nothing had been read.
  void putBack() {
    if (bytes != null) {
      ByteChunk chunk = new ByteChunk();
      chunk.setBytes(bytes, 0, bytes.length);
      request.getCoyoteRequest().action(ActionCode.REQ_SET_BODY_REPLAY, chunk);
    }
  }
}
