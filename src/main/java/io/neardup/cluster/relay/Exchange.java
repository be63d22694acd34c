package io.neardup.cluster.relay;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends a request to other instances until one answers, and passes the answer to the client.
/* If the request has no stream, its thread sends it and then copies the answer. Otherwise it copies the body once
the instance has accepted it, while a second thread copies the answer. Each thread writes what it has read
before it reads on, so there is backpressure in both directions, and memory is limited to the buffers of both
connections.

When one side fails, the other is closed without the end of its message. An instance that answers before it has
read the body ends the upload: the request thread stops at its next read, and if the client is silent, its
connection is closed for reading. */
final class Exchange {

  /// How long a client that has its answer may pause within its body.
  private static final Duration SILENCE = Duration.ofMillis(250);

  /// With this many bytes buffered, a read returns at once: they exceed a chunk's end and the next
  /// chunk's length.
  private static final int MORE = 16;

  private static final int MOST_LOSSES = 2;

  private static final Logger log = LoggerFactory.getLogger(Exchange.class);

  private final Relay relay;
  private final Routing routing;
  private final Call call;
  private final Client client;

  /// How often each instance lost this read-only request.
  private final Map<URI, Integer> losses = new HashMap<>();

  private final Set<URI> unreached = new HashSet<>();
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private final CountDownLatch uploadEnd = new CountDownLatch(1);
  private volatile boolean answered; // whether the answer was copied or has failed
  private volatile long writingSince; // 0 while nothing is written to the client

  Exchange(Relay relay, Routing routing, Call call, Client client) {
    this.relay = relay;
    this.routing = routing;
    this.call = call;
    this.client = client;
  }

  /// Sends the request, and passes the answer to the client. A read-only request is repeated once
  /// per instance that may have read it, since an idle connection may close while it is sent.
  ///
  /// @return false if it may be sent to another instance: this one was not reached, has not read
  ///   it, or was lost during a read-only request
  /// @throws RequestException if the instance was lost, and the request may change something; or if
  ///   the client does not send the rest of its body
  boolean send(Route.Elsewhere to) throws IOException {
    if (losses.getOrDefault(to.instance(), 0) >= MOST_LOSSES) {
      return false;
    }
    Connection connection;
    try {
      connection = relay.take(to.instance(), to.patience());
    } catch (IOException e) {
      if (unreached.add(to.instance())) { // a write tries for seconds
        log.info("{} is not reached: {}", to.instance(), Relay.message(e));
      }
      routing.unaccepted(to, false);
      return false;
    }
    boolean complete = false;
    try {
      StringBuilder request = client.head(call);
      String sealed = relay.addHeaders(request, client.hop(to), call, to.instance());
      ClassicHttpResponse head;
      try {
        head = ask(connection, to, request);
      } catch (IOException e) {
        routing.unaccepted(to, false);
        if (to.changes()) {
          throw lost(to, e);
        }
        log.info("{} does not accept a request: {}", to.instance(), Relay.message(e));
        losses.merge(to.instance(), 1, Integer::sum);
        return false;
      }
      if (relay.isRefusal(head, sealed, to.instance())) {
        if (!to.changes()) {
          routing.unaccepted(to, true); // a replica can answer it, with all writes
        }
        complete = !client.isStream();
        return false;
      }
      complete = answer(connection, to, head);
      return true;
    } catch (RuntimeException | Error e) {
      if (client.hasAnswer()) { // Tomcat would end it as if it were complete
        client.cut(new IOException(e));
      }
      throw e;
    } finally {
      relay.giveBack(connection, complete);
    }
  }

  /// Sends the head of the request, and its body if that is short, and waits until the instance has
  /// accepted it.
  ///
  /// @return the first head of the answer: 100 if a longer body is wanted
  private ClassicHttpResponse ask(Connection connection, Route.Elsewhere to, StringBuilder request)
      throws IOException {
    connection.await(to.patience(), () -> routing.isValid(call, to));
    connection.send(request, client.bytes());
    ClassicHttpResponse first = connection.readHead();
    connection.await(relay.settings().idle(), () -> routing.isValid(call, to));
    return client.isStream() ? first : connection.finalHead(first);
  }

  /// Copies the answer, and the body if it is a stream.
  ///
  /// @return whether the connection can be reused
  private boolean answer(Connection connection, Route.Elsewhere to, ClassicHttpResponse head)
      throws IOException {
    boolean isComplete = !client.isStream();
    // The instance asked for the body, or may read it because it has begun to answer.
    if (client.isStream() && head.getCode() < HttpStatus.SC_MULTIPLE_CHOICES) {
      isComplete = copyBoth(connection, head);
    } else {
      copyAnswer(connection, head);
    }
    IOException failed = failure.get();
    if (failed == null) {
      return isComplete;
    }
    connection.abort();
    if (!client.hasAnswer()) {
      if (failed.getCause() instanceof RequestException refused) {
        throw refused;
      }
      throw lost(to, failed);
    }
    log.info("An answer of {} is cut: {}", to.instance(), Relay.message(failed));
    client.cut(failed);
    return false;
  }

  /// @return whether the whole body was sent
  private boolean copyBoth(Connection connection, ClassicHttpResponse head) throws IOException {
    if (head.getCode() == HttpStatus.SC_CONTINUE) {
      client.response().sendAcknowledgement(ContinueResponseTiming.ALWAYS);
    }
    long[] before = client.setTimeouts(relay.settings().idle().toMillis(), 0);
    String id = RequestIdValve.current();
    Thread answering =
        Thread.ofVirtual()
            .name("answer")
            .start(() -> RequestIdValve.run(id, () -> answerAside(connection, head)));
    try {
      boolean isWhole = false;
      try {
        isWhole = copyBody(connection);
      } finally {
        uploadEnd.countDown();
      }
      while (!answering.join(SILENCE)) {
        long since = writingSince;
        if (before[1] > 0
            && since != 0
            && System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(before[1])) {
          fail(new IOException("the client does not read"), connection);
          client.stop(false);
        }
      }
      return isWhole;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      client.setTimeouts(before[0], before[1]);
    }
  }

  /// Records the first failure, and makes both threads end.
  private void fail(Exception e, Connection connection) {
    failure.compareAndSet(null, e instanceof IOException io ? io : new IOException(e));
    connection.abort();
  }

  /// Copies the body until it or the answer ends.
  ///
  /// @return whether the whole body was sent
  @SuppressWarnings("resource") // closing it would end a body that was cut
  private boolean copyBody(Connection connection) {
    OutputStream out = connection.body(client.length());
    while (true) {
      ByteBuffer part;
      try {
        part = client.read();
      } catch (IOException e) {
        if (!answered) {
          fail(Client.fault(e), connection);
        }
        return false;
      }
      if (answered) {
        return false;
      }
      try {
        if (part == null) {
          out.close();
          return true;
        }
        out.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
        if (client.available() < MORE) {
          out.flush();
        }
      } catch (IOException e) {
        return false; // an answer may still be readable
      }
    }
  }

  /// Copies the answer on a second thread, and then ends the upload.
  private void answerAside(Connection connection, ClassicHttpResponse first) {
    try {
      copyAnswer(connection, connection.finalHead(first));
    } catch (IOException | RuntimeException e) {
      fail(e, connection);
    } finally {
      answered = true;
      try {
        boolean isCut = failure.get() != null && client.hasAnswer();
        if (isCut || !uploadEnd.await(SILENCE.toMillis(), TimeUnit.MILLISECONDS)) {
          connection.abort();
          client.stop(true);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Copies the answer and records a failure.
  private void copyAnswer(Connection connection, ClassicHttpResponse head) {
    try {
      InputStream in = connection.answer(head, call);
      client.begin(head, connection.endsBody());
      OutputStream out = client.response().getOutputStream();
      byte[] buffer = new byte[Connection.BUFFER];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        writingSince = System.nanoTime();
        out.write(buffer, 0, count);
        if (!connection.hasMore()) {
          out.flush();
        }
        writingSince = 0;
      }
      if (client.isStream()) {
        out.flush(); // the end of the upload may take a while
      }
    } catch (IOException | RuntimeException e) {
      fail(e, connection);
    }
  }

  private static RequestException lost(Route.Elsewhere to, IOException cause) {
    log.warn("{} was lost before it answered: {}", to.instance(), Relay.message(cause));
    return to.changes()
        ? new RequestException(
            Fault.STORAGE,
            "",
            "It is not known whether the request was executed: the instance that has the collection"
                + " was lost before it answered; read what is stored, or send the request again",
            null,
            1)
        : RequestException.busy(
            "The instance that has the collection was lost before it answered; try again", 1);
  }
}
