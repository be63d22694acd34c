package io.neardup.cluster.wire;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// The frames of a connection in both directions. Senders need not wait for the other side: frames
/// wait in a queue, and those that wait together are written together. If none waits, a sender may
/// write its frame itself, which takes less time.
///
/// ```
/// length     4 bytes: of the message
/// kind       1 byte, see Frame.Kind
/// number     8 bytes: of the request
/// message
/// ```
///
/// One thread at a time may read.
final class Frames implements Closeable {

  /// The longest message: a document whose event is as long as a record of the log may be, and its
  /// features.
  static final int MAX_BYTES = 32 << 20;

  /// The most bytes that wait for the other side.
  private static final long MAX_WAITING = 64 << 20;

  private static final int HEAD = Integer.BYTES + 1 + Long.BYTES;
  private static final int BUFFER = 64 << 10;

  /// Stands behind the last frame that is written. It is not written itself.
  private static final Frame LAST = Frame.empty(Frame.Kind.PONG, 0);

  private final DataInputStream in;
  private final DataOutputStream out; // guarded by writing
  private final Lock writing = new ReentrantLock();
  private final Closeable connection;
  private final BlockingQueue<Frame> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Thread writer = Thread.ofVirtual().name("cluster-wire").unstarted(this::writeAll);
  private volatile boolean closed;
  private volatile long heardNanos = System.nanoTime();

  /// @param in should be buffered
  /// @param connection closed by this, which ends reading and writing
  Frames(InputStream in, OutputStream out, Closeable connection) {
    this.in =
        new DataInputStream(
            new FilterInputStream(in) {
              @Override
              public int read(byte[] bytes, int from, int length) throws IOException {
                int read = super.read(bytes, from, length);
                heardNanos = System.nanoTime(); // also within a long message
                return read;
              }
            });
    this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    this.connection = connection;
  }

  /// Begins to write what waits.
  void start() {
    writer.start();
  }

  /// Adds a frame to those that wait.
  ///
  /// @return false if too much waits; then it is never written
  boolean send(Frame frame) {
    long size = (long) HEAD + frame.message().length;
    if (waitingBytes.addAndGet(size) > MAX_WAITING && waitingBytes.get() != size) {
      waitingBytes.addAndGet(-size);
      return false;
    }
    waiting.add(frame);
    return true;
  }

  /// Writes a frame at once, unless others are being written or wait. May wait for the other side.
  /// The thread must not be interrupted, which would end the connection.
  ///
  /// @return as [#send]
  boolean write(Frame frame) {
    if (waitingBytes.get() == 0 && writing.tryLock()) {
      try {
        put(frame);
        out.flush();
        return true;
      } catch (IOException e) {
        close();
        return true;
      } finally {
        writing.unlock();
      }
    }
    return send(frame);
  }

  private void put(Frame frame) throws IOException {
    if (frame.write()) {
      out.writeInt(frame.message().length);
      out.writeByte(frame.kind().code());
      out.writeLong(frame.number());
      out.write(frame.message());
    }
  }

  private void writeAll() {
    try {
      while (!closed) {
        Frame frame = waiting.take();
        writing.lock();
        try {
          while (frame != null && frame != LAST) {
            put(frame);
            waitingBytes.addAndGet(-(long) HEAD - frame.message().length);
            frame = waiting.poll();
          }
          out.flush();
        } finally {
          writing.unlock();
        }
        if (frame == LAST) {
          return;
        }
      }
    } catch (IOException e) {
      close();
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  /// The next frame. Waits for it.
  ///
  /// @throws IOException if the connection ends, or has something else
  Frame read() throws IOException {
    int length = in.readInt();
    int code = in.readUnsignedByte();
    Frame.Kind kind = Frame.Kind.of(code);
    long number = in.readLong();
    if (length < 0 || length > MAX_BYTES || kind == null) {
      throw new IOException("received a frame of kind " + code + " with " + length + " bytes");
    }
    byte[] message = in.readNBytes(length);
    if (message.length < length) {
      throw new IOException("the connection has ended within a frame");
    }
    return new Frame(kind, number, message);
  }

  /// Whether another frame has begun to arrive, so that reading it hardly waits.
  boolean hasMore() throws IOException {
    return in.available() >= HEAD;
  }

  /// Whether nothing has arrived for a time: the other side may be cut off, or have lost power.
  boolean isSilent(Duration time) {
    return System.nanoTime() - heardNanos > time.toNanos();
  }

  /// Ends sending: what waits is still written, and nothing after it. So the other side does not
  /// know what becomes of requests that are not answered by now.
  void endSending() {
    waiting.add(LAST);
  }

  /// Waits until what waited when sending ended is written.
  ///
  /// @param patience after this time, the other side does not read
  /// @return whether it is
  boolean awaitWritten(Duration patience) throws InterruptedException {
    return writer.join(patience);
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    writer.interrupt();
    try {
      connection.close();
    } catch (IOException e) {
      // It has ended.
    }
  }
}
