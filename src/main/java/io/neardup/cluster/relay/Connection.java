package io.neardup.cluster.relay;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ChunkedOutputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.impl.io.SessionOutputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;
import org.jspecify.annotations.Nullable;

/// A connection to another instance, by HTTP/1.1. One thread may send while another one reads.
/// Nothing is sent or repeated that its user has not written: the last chunk of a body is sent by
/// [BodySink#end] only, and a connection that is closed earlier is seen as cut.
final class Connection {

  /// Bytes that are read or written at once.
  static final int BUFFER = 16 << 10;

  /// How long an instance may be silent before it is asked whether the route is still valid.
  private static final Duration SILENCE = Duration.ofSeconds(1);

  /// Bytes of the end of a chunk and the last chunk.
  private static final int LAST_CHUNK = 7;

  private static final int MAX_LINE = 512 << 10;
  private static final int MAX_HEADERS = 1000;
  private static final Http1Config LIMITS =
      Http1Config.custom().setMaxLineLength(MAX_LINE).setMaxHeaderCount(MAX_HEADERS).build();

  private final URI instance;
  private final SocketChannel channel;
  private final InputStream arriving;
  private final OutputStream leaving;
  private final SessionInputBufferImpl in = new SessionInputBufferImpl(BUFFER);
  private final SessionOutputBufferImpl out = new SessionOutputBufferImpl(BUFFER);
  private final DefaultHttpResponseParser parser = new DefaultHttpResponseParser(LIMITS);
  private volatile long patience = Long.MAX_VALUE;
  private volatile BooleanSupplier valid = () -> true;
  private volatile long silentSince; // 0 while nothing is awaited
  private volatile long deadline;
  private volatile boolean hasDeadline;
  private volatile @Nullable IOException end; // why it was closed here
  private long idleSince;
  private boolean reusable = true;
  private boolean endsBody; // whether its end is the end of an answer

  /// @param socket of the channel, with TLS if need be
  Connection(URI instance, SocketChannel channel, Socket socket) throws IOException {
    this.instance = instance;
    this.channel = channel;
    this.leaving = new Leaving(socket.getOutputStream());
    this.arriving = new Arriving(socket.getInputStream());
  }

  URI instance() {
    return instance;
  }

  /// Sets how long nothing may arrive or be sent while something is awaited. Begins at once.
  ///
  /// @param check false ends the wait early
  void await(Duration longest, BooleanSupplier check) {
    patience = longest.toNanos();
    valid = check;
    silentSince = System.nanoTime();
  }

  /// Sets when the whole answer must have arrived.
  void awaitUntil(long endNanos) {
    deadline = endNanos;
    hasDeadline = true;
  }

  /// Closes it if it has been silent for too long. Called periodically: a timer of each read would
  /// cost more than the read.
  void check() {
    long since = silentSince;
    long silent = since == 0 ? 0 : System.nanoTime() - since;
    boolean isLate = hasDeadline && System.nanoTime() - deadline > 0;
    if (silent > patience || isLate) {
      end = new SocketTimeoutException("it does not answer");
    } else if (silent > SILENCE.toNanos() && !valid.getAsBoolean()) {
      end = new IOException("it is not the owner any more");
    }
    if (end != null) {
      abort();
    }
  }

  /// Writes the head of a request, with its last empty line.
  void head(StringBuilder head) throws IOException {
    write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Writes a part of a body whose length the head says.
  void write(byte[] bytes) throws IOException {
    out.write(bytes, leaving);
  }

  /// Where to write a body.
  ///
  /// @param chunked if the head does not say its length
  BodySink body(boolean chunked) {
    ChunkedOutputStream chunks = chunked ? new ChunkedOutputStream(out, leaving, BUFFER) : null;
    return new BodySink() {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (chunks == null) {
          out.write(bytes, offset, length, leaving);
        } else {
          chunks.write(bytes, offset, length);
        }
      }

      @Override
      public void flush() throws IOException {
        if (chunks != null) {
          chunks.flush();
        }
        out.flush(leaving);
      }

      @Override
      public void end() throws IOException {
        if (chunks != null) {
          chunks.finish();
        }
        out.flush(leaving);
      }
    };
  }

  /// Takes a body.
  interface BodySink {
    void write(byte[] bytes, int offset, int length) throws IOException;

    /// Sends what was written.
    void flush() throws IOException;

    /// Sends the end of the body; without it, the body is seen as cut.
    void end() throws IOException;
  }

  void flush() throws IOException {
    out.flush(leaving);
  }

  /// The head of the next answer: an interim one (100) or the final one.
  ClassicHttpResponse readHead() throws IOException {
    try {
      ClassicHttpResponse head = parser.parse(in, arriving);
      reusable &= !hasToken(head, "Connection", "close");
      return head;
    } catch (HttpException e) {
      throw new IOException("its answer is not HTTP: " + e.getMessage(), e);
    }
  }

  /// The body that follows a final head, null if none does. It fails if it ends early.
  @Nullable InputStream answer(ClassicHttpResponse head, Call call) throws IOException {
    int status = head.getCode();
    if (call.isHead()
        || status == HttpStatus.SC_NO_CONTENT
        || status == HttpStatus.SC_NOT_MODIFIED) {
      return null;
    }
    if (head.containsHeader("Transfer-Encoding")) {
      if (!hasToken(head, "Transfer-Encoding", "chunked")) {
        throw new IOException("its answer has an unknown transfer encoding");
      }
      return new ChunkedInputStream(in, arriving, LIMITS);
    }
    Header length = head.getFirstHeader("Content-Length");
    if (length != null) {
      return new ContentLengthInputStream(in, arriving, parse(length.getValue()));
    }
    reusable = false;
    endsBody = true;
    return new IdentityInputStream(in, arriving);
  }

  /// Whether the length of an answer is known only when the connection ends.
  static boolean endsWithConnection(ClassicHttpResponse head) {
    return !head.containsHeader("Transfer-Encoding") && !head.containsHeader("Content-Length");
  }

  private static long parse(String length) throws IOException {
    try {
      return Long.parseUnsignedLong(length);
    } catch (NumberFormatException e) {
      throw new IOException("its answer has the length " + length, e);
    }
  }

  /// The values of a header that is a list, not case-sensitive.
  static Set<String> tokens(ClassicHttpResponse head, String name) {
    Set<String> tokens = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    MessageSupport.parseTokens(head, name, tokens::add);
    return tokens;
  }

  private static boolean hasToken(ClassicHttpResponse head, String name, String token) {
    return tokens(head, name).contains(token);
  }

  /// Whether more of an answer has arrived, so that there is no need to flush what was read. The
  /// end of a chunk alone, or a part of the length of the next one, is not enough for another read.
  boolean hasMore() throws IOException {
    return in.length() >= LAST_CHUNK || in.length() + arriving.available() >= LAST_CHUNK;
  }

  /// Whether another request can be sent after this one, if both sides have been read to the end.
  boolean isReusable() {
    return reusable && !in.hasBufferedData() && channel.isOpen();
  }

  void idle() {
    silentSince = 0;
    hasDeadline = false;
    patience = Long.MAX_VALUE;
    idleSince = System.nanoTime();
  }

  /// Whether no request has used it for this time.
  boolean isIdleFor(Duration time) {
    return System.nanoTime() - idleSince > time.toNanos();
  }

  /// Whether it is still open on the other side, as far as is known here.
  boolean isOpen() {
    try {
      channel.configureBlocking(false);
      boolean silent = channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return silent;
    } catch (IOException e) {
      return false;
    }
  }

  /// Closes it at once, also while other threads use it.
  void abort() {
    reusable = false;
    try {
      channel.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  private final class Arriving extends FilterInputStream {

    Arriving(InputStream from) {
      super(from);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      silentSince = System.nanoTime();
      try {
        int count = in.read(bytes, offset, length);
        if (count < 0 && !endsBody) { // HttpCore accepts some incomplete last chunks
          throw new EOFException("it has closed the connection");
        }
        return count;
      } catch (IOException e) {
        throw end == null ? e : end;
      } finally {
        silentSince = 0;
      }
    }
  }

  /// What is sent is a sign of life, too: an owner that takes a stream may answer late.
  private final class Leaving extends FilterOutputStream {

    Leaving(OutputStream to) {
      super(to);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      if (silentSince != 0) {
        silentSince = System.nanoTime();
      }
    }
  }
}
