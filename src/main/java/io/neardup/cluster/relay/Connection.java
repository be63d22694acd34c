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
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ChunkedOutputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthOutputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.impl.io.SessionOutputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;
import org.jspecify.annotations.Nullable;

/// An HTTP/1.1 connection to another instance. One thread may send while another reads. It sends
/// and repeats nothing on its own: the last chunk of a body is sent when its stream is closed, and
/// if the connection closes earlier, the other side sees a cut body.
final class Connection {

  /// Size of reads and writes, in bytes.
  static final int BUFFER = 16 << 10;

  /// How long an instance may be silent before `goesOn` is asked whether to keep waiting.
  private static final Duration SILENCE = Duration.ofSeconds(1);

  /// Length of a chunk's end and the last chunk, in bytes.
  private static final int LAST_CHUNK = 7;

  private static final int LONGEST_LINE = 512 << 10;
  private static final Http1Config LIMITS =
      Http1Config.custom().setMaxLineLength(LONGEST_LINE).setMaxHeaderCount(1000).build();

  private final URI instance;
  private final SocketChannel channel;
  private final InputStream arriving;
  private final OutputStream leaving;
  private final SessionInputBufferImpl in = new SessionInputBufferImpl(BUFFER, LONGEST_LINE);
  private final SessionOutputBufferImpl out = new SessionOutputBufferImpl(BUFFER);
  private final DefaultHttpResponseParser parser = new DefaultHttpResponseParser(LIMITS);
  private volatile LongFunction<@Nullable String> giveUp = _ -> null;
  private volatile long silentSince; // 0 while nothing is awaited
  private volatile @Nullable IOException end; // why this side closed it
  private long idleSince;
  private boolean reusable = true;
  private boolean endsBody; // whether its end is the end of an answer

  /// @param socket of the channel, with TLS if needed
  Connection(URI instance, SocketChannel channel, Socket socket) throws IOException {
    this.instance = instance;
    this.channel = channel;
    this.leaving = new Leaving(socket.getOutputStream());
    this.arriving = new Arriving(socket.getInputStream());
  }

  URI instance() {
    return instance;
  }

  /// Sets the idle timeout: how long nothing may arrive or be sent while something is awaited.
  /// Starts at once.
  ///
  /// @param goesOn false ends the wait early
  void await(Duration longest, BooleanSupplier goesOn) {
    giveUp =
        silent ->
            silent > longest.toNanos()
                ? "it does not answer"
                : silent > SILENCE.toNanos() && !goesOn.getAsBoolean()
                    ? "its answer is no longer awaited"
                    : null;
    silentSince = System.nanoTime();
  }

  /// Sets the deadline for the whole answer.
  void awaitUntil(long endNanos) {
    giveUp = _ -> System.nanoTime() - endNanos > 0 ? "it does not answer in time" : null;
  }

  /// Closes the connection if it has been silent for too long. Called periodically: a timer per
  /// read would cost more than the read.
  void check() {
    long since = silentSince;
    String why;
    try {
      why = giveUp.apply(since == 0 ? 0 : System.nanoTime() - since);
    } catch (RuntimeException e) {
      why = "it is not known who answers: " + e.getMessage();
    }
    if (why != null) {
      end = new SocketTimeoutException(why);
      abort();
    }
  }

  /// Sends the head of a request, and its body if that is known.
  ///
  /// @param head without its last empty line
  void send(StringBuilder head, byte @Nullable [] body) throws IOException {
    out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1), leaving);
    if (body != null) {
      out.write(body, leaving);
    }
    out.flush(leaving);
  }

  /// The stream for a body. Closing it sends the end; otherwise the other side sees a cut body.
  ///
  /// @param length negative if the head does not state it
  @SuppressWarnings("resource") // closed by abort
  OutputStream body(long length) {
    return length < 0
        ? new ChunkedOutputStream(out, leaving, BUFFER)
        : new ContentLengthOutputStream(out, leaving, length);
  }

  /// The head of the next answer, final or 100 (Continue). Others are not for the client.
  ClassicHttpResponse readHead() throws IOException {
    try {
      ClassicHttpResponse head = parser.parse(in, arriving);
      while (head.getCode() < HttpStatus.SC_OK && head.getCode() != HttpStatus.SC_CONTINUE) {
        if (head.getCode() == HttpStatus.SC_SWITCHING_PROTOCOLS) {
          throw new IOException("it speaks another protocol");
        }
        head = parser.parse(in, arriving);
      }
      reusable &= DefaultConnectionReuseStrategy.INSTANCE.keepAlive(null, head, null);
      return head;
    } catch (HttpException e) {
      throw new IOException("its answer is not HTTP: " + e.getMessage(), e);
    }
  }

  /// The final head of an answer.
  ///
  /// @param first the head that was read
  ClassicHttpResponse finalHead(ClassicHttpResponse first) throws IOException {
    ClassicHttpResponse head = first;
    while (head.getCode() == HttpStatus.SC_CONTINUE) {
      head = readHead();
    }
    return head;
  }

  /// The body that follows a final head, possibly empty. Reading fails if it ends early.
  InputStream answer(ClassicHttpResponse head, Call call) throws IOException {
    long length;
    try {
      length = DefaultContentLengthStrategy.INSTANCE.determineLength(head);
    } catch (HttpException e) {
      throw new IOException("its answer has no valid length: " + e.getMessage(), e);
    }
    if (!MessageSupport.canResponseHaveBody(call.method(), head)) {
      return InputStream.nullInputStream();
    }
    if (length == ContentLengthStrategy.CHUNKED) {
      return new ChunkedInputStream(in, arriving, LIMITS);
    }
    if (length >= 0) {
      return new ContentLengthInputStream(in, arriving, length);
    }
    reusable = false;
    endsBody = true;
    return new IdentityInputStream(in, arriving);
  }

  /// Whether the connection's end marks the end of the answer.
  boolean endsBody() {
    return endsBody;
  }

  /// Whether more of an answer has arrived, so that data read so far need not be flushed. A chunk's
  /// end alone, or part of the next chunk's length, is not enough for another read.
  boolean hasMore() throws IOException {
    return in.length() >= LAST_CHUNK || in.length() + arriving.available() >= LAST_CHUNK;
  }

  /// Whether another request can be sent after this one, if both sides have been read to the end.
  boolean isReusable() {
    return reusable && !in.hasBufferedData() && channel.isOpen();
  }

  void idle() {
    giveUp = _ -> null;
    silentSince = 0;
    idleSince = System.nanoTime();
  }

  /// Whether no request has used it for that long.
  boolean isIdleFor(Duration time) {
    return System.nanoTime() - idleSince > time.toNanos();
  }

  /// Whether the other side still has it open, as far as known here.
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

  /// Closes it at once, even while other threads use it.
  void abort() {
    try {
      channel.close();
    } catch (IOException e) {
      // Already closed.
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

  /// Sending counts as a sign of life, too: an owner that takes a stream may answer late.
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
