package io.neardup.cluster.wire;

import io.neardup.cluster.wire.Frame.Kind;
import io.neardup.store.StoreException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the requests of other instances, on connections that they have opened.
public final class WireServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WireServer.class);
  private static final int BUFFER = 64 << 10;

  /// How long all instances may take to read their last answers.
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);

  private static final CompletableFuture<Result> NOT_EXECUTED =
      CompletableFuture.completedFuture(new Result.NotOwner());

  private final Requests requests;
  private final Duration silence;
  private final Thread checker = Thread.ofVirtual().name("cluster-check").unstarted(this::check);
  private final Set<Frames> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean refusing;
  private volatile boolean closed;

  /// @param silence after this time without a sign of life, a connection is given up
  public WireServer(Requests requests, Duration silence) {
    this.requests = requests;
    this.silence = silence;
    checker.start();
  }

  /// What answers.
  public interface Requests {

    /// Answers questions. May wait.
    ReadResponse read(ReadRequest request);

    /// Executes a command. Those to decide are passed in the order in which they arrive on a
    /// connection, and must not wait.
    ///
    /// @return never fails
    CompletableFuture<Result> write(Command command);
  }

  /// Answers the requests of a connection until it ends.
  ///
  /// @param connection closed at the end
  void serve(InputStream in, OutputStream out, Closeable connection) {
    try (Frames frames = new Frames(new BufferedInputStream(in, BUFFER), out, connection)) {
      frames.start();
      connections.add(frames);
      while (!closed) {
        receive(frames);
      }
      writeRest(frames, System.nanoTime() + LAST_ANSWERS.toNanos());
    } catch (EOFException e) {
      log.debug("An instance has closed its connection");
    } catch (IOException e) {
      log.debug("A connection of an instance has ended", e);
    } catch (StoreException e) {
      log.error("A command of another instance is malformed, and its connection is closed", e);
    } finally {
      connections.removeIf(Frames::isClosed);
    }
  }

  /// Commands that have arrived together are executed by one thread, in their order: one that waits
  /// does not hold up those that arrive later.
  private void receive(Frames frames) throws IOException {
    List<Runnable> commands = new ArrayList<>();
    do {
      Frame frame = frames.read();
      switch (frame.kind()) {
        case READ -> Thread.ofVirtual().name("cluster-read").start(() -> read(frames, frame));
        case WRITE -> {
          Command command = MessageCodec.COMMAND.decode(frame.message());
          if (command instanceof Command.Decide) {
            write(frames, frame.number(), command);
          } else {
            commands.add(() -> write(frames, frame.number(), command));
          }
        }
        case PING -> frames.send(Frame.empty(Kind.PONG, frame.number()));
        case ANSWER, FAILED, PONG ->
            throw new IOException("received a frame of kind " + frame.kind());
      }
    } while (frames.hasMore());
    if (!commands.isEmpty()) {
      Thread.ofVirtual().name("cluster-write").start(() -> commands.forEach(Runnable::run));
    }
  }

  private void read(Frames frames, Frame frame) {
    Frame answer;
    try {
      ReadResponse response = requests.read(MessageCodec.REQUEST.decode(frame.message()));
      answer = answer(frame.number(), MessageCodec.RESPONSE.encode(response));
    } catch (RuntimeException e) {
      answer = failure(frame.number(), e);
    }
    if (!frames.write(answer)) {
      frames.close();
    }
  }

  private void write(Frames frames, long number, Command command) {
    var _ =
        (refusing ? NOT_EXECUTED : requests.write(command))
            .thenApply(result -> answer(number, MessageCodec.RESULT.encode(result)))
            .exceptionally(e -> failure(number, e))
            .thenAccept(answer -> send(frames, answer));
  }

  private static Frame failure(long number, Throwable failure) {
    log.error("A request of another instance failed", failure);
    return Frame.failure(number, String.valueOf(failure.getMessage()));
  }

  /// An answer, or a failure in place of one that the other side would not read.
  private static Frame answer(long number, byte[] message) {
    if (message.length <= Frames.MAX_BYTES) {
      return new Frame(Kind.ANSWER, number, message);
    }
    String reason =
        "its answer has " + message.length + " bytes, at most " + Frames.MAX_BYTES + " are sent";
    log.error("A request of another instance failed: {}", reason);
    return Frame.failure(number, reason);
  }

  /// The other side does not read its answers, if too many wait.
  private static void send(Frames frames, Frame answer) {
    if (!frames.send(answer)) {
      log.warn("An instance does not read its answers, and its connection is closed");
      frames.close();
    }
  }

  /// Writes the answers that wait.
  ///
  /// @param endNanos when the other side has had time to read them, by System.nanoTime
  private static void writeRest(Frames frames, long endNanos) {
    try {
      frames.endSending();
      if (!frames.awaitWritten(Duration.ofNanos(Math.max(1, endNanos - System.nanoTime())))) {
        log.debug("An instance does not read its last answers, and its connection is closed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Gives up instances that do not even ask for a sign of life, as each client does.
  private void check() {
    while (!closed) {
      try {
        Thread.sleep(WireClient.CHECK);
      } catch (InterruptedException e) {
        return;
      }
      for (Frames frames : connections) {
        if (frames.isSilent(silence)) {
          log.warn("An instance has been silent, and its connection is closed");
          frames.close();
        }
      }
    }
  }

  /// Executes no more commands: those that arrive from now on could be without an answer when this
  /// process ends. Their senders try the next owner.
  public void refuseCommands() {
    refusing = true;
  }

  /// Ends all connections, once the answers that wait are written.
  @Override
  public void close() {
    closed = true;
    checker.interrupt();
    connections.forEach(Frames::endSending);
    long end = System.nanoTime() + LAST_ANSWERS.toNanos();
    for (Frames frames : connections) {
      writeRest(frames, end);
      frames.close();
    }
  }
}
