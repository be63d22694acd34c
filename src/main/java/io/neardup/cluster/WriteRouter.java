package io.neardup.cluster;

import io.neardup.cluster.InstanceClient.NotReachedException;
import io.neardup.cluster.InstanceWrite.Action;
import io.neardup.cluster.InstanceWrite.Command;
import io.neardup.cluster.InstanceWrite.Executed;
import io.neardup.cluster.InstanceWrite.Response;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Passes writes to the owners of their partitions, those that wait for one instance in one
/// request. A write that was certainly not executed is sent again, until the time is over.
final class WriteRouter {

  private static final Logger log = LoggerFactory.getLogger(WriteRouter.class);

  /// Maximum of concurrent requests to an instance. Decisions are sent one request after the other,
  /// as they are made in the order in which they arrive.
  private static final int AT_ONCE = 4;

  /// Maximum of writes in a request.
  private static final int TOGETHER = 256;

  /// Maximum of bytes of the writes in a request, unless it is a single one.
  private static final int TOGETHER_BYTES = 4 << 20;

  private static final int MAX_BYTES = Cluster.MAX_REQUEST_BYTES - 1024;

  /// After this time, a request does not keep the next ones waiting: the owner accepts no further
  /// writes to the partition that it waits for. As many requests may be late as are sent at once,
  /// since the outcome of their writes may remain unknown.
  private static final long SLOW_MILLIS = 500;

  private static final Executor EACH = task -> Thread.ofVirtual().start(task);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(
          50, TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task));

  private final Members members;
  private final InstanceClient client;
  private final InstanceWrites own;
  private final JsonMapper mapper;
  private final Duration timeout;
  private final Map<String, Target> targets = new ConcurrentHashMap<>();
  private final Map<String, Target> deciders = new ConcurrentHashMap<>();

  WriteRouter(
      Members members,
      InstanceClient client,
      InstanceWrites own,
      JsonMapper mapper,
      ClusterProperties properties) {
    this.mapper = mapper;
    this.members = members;
    this.client = client;
    this.own = own;
    this.timeout = properties.writeTimeout();
  }

  /// Sends a write to the owner of a partition.
  ///
  /// @return fails with a RequestException if it was refused, or a StoreException if its outcome is
  ///   not known
  CompletableFuture<Executed> send(int partition, Command command) {
    Sent sent = new Sent(partition, command, System.nanoTime() + timeout.toNanos());
    send(sent);
    return sent.result;
  }

  private static final class Sent {

    private final int partition;
    private final Command command;
    private final long end;
    private final CompletableFuture<Executed> result = new CompletableFuture<>();
    private byte @Nullable [] json; // of the command, once it is to be sent to another instance

    Sent(int partition, Command command, long end) {
      this.partition = partition;
      this.command = command;
      this.end = end;
    }
  }

  private void send(Sent sent) {
    try {
      route(sent);
    } catch (RuntimeException e) { // before it was sent
      sent.result.completeExceptionally(e);
    }
  }

  private void route(Sent sent) {
    String owner = members.owner(sent.partition);
    if (owner == null) {
      again(sent);
    } else if (members.isSelf(owner)) {
      var _ = own.execute(sent.command).thenAccept(result -> take(sent, result));
    } else {
      Target target =
          sent.command.action() == Action.DECIDE
              ? deciders.computeIfAbsent(owner, each -> new Target(each, 1))
              : targets.computeIfAbsent(owner, each -> new Target(each, AT_ONCE));
      if (sent.json == null) {
        byte[] json = mapper.writeValueAsBytes(sent.command);
        if (json.length >= MAX_BYTES) {
          throw new RequestException(
              Fault.TOO_LARGE,
              "id",
              "names a document that needs "
                  + json.length
                  + " bytes between instances, more than "
                  + MAX_BYTES
                  + "; store it without its text, or in parts");
        }
        sent.json = json;
      }
      target.add(sent);
    }
  }

  private void again(Sent sent) {
    if (System.nanoTime() > sent.end) {
      sent.result.completeExceptionally(
          new RequestException(
              Fault.UNAVAILABLE,
              "id",
              "cannot be written: partition "
                  + sent.partition
                  + " has had no owner that answers for "
                  + timeout.toSeconds()
                  + " s; nothing was written, try again"));
    } else {
      LATER.execute(() -> send(sent));
    }
  }

  private void take(Sent sent, Executed result) {
    switch (result.status()) {
      case DONE -> sent.result.complete(result);
      case NOT_OWNER -> again(sent);
      case REFUSED ->
          sent.result.completeExceptionally(
              new RequestException(
                  Objects.requireNonNull(result.fault()),
                  Objects.requireNonNull(result.field()),
                  String.valueOf(result.message())));
      case DELETED ->
          sent.result.completeExceptionally(
              new StoreException(
                  StoreFault.NO_COLLECTION,
                  "The collection '"
                      + sent.command.collection()
                      + "' was deleted. Create it, or name another one."));
      case FAILED -> sent.result.completeExceptionally(unknown(String.valueOf(result.message())));
    }
  }

  private static StoreException unknown(String message) {
    return new StoreException(StoreFault.IO, message);
  }

  /// The place of a request among those that are sent at once; guarded by its target.
  private static final class Slot {
    private boolean late;
    private boolean ended;
  }

  /// The writes that wait for an instance.
  private final class Target {

    private final String instance;
    private final int atOnce;
    private final Deque<Sent> waiting = new ArrayDeque<>(); // guarded by this
    private int requests; // without those that are late; guarded by this
    private int late; // guarded by this

    Target(String instance, int atOnce) {
      this.instance = instance;
      this.atOnce = atOnce;
    }

    synchronized void add(Sent sent) {
      waiting.add(sent);
      next();
    }

    private synchronized void next() {
      while (requests < atOnce && !waiting.isEmpty()) {
        List<Sent> together = new ArrayList<>();
        int bytes = 0;
        while (!waiting.isEmpty()
            && together.size() < TOGETHER
            && (together.isEmpty() || bytes + size(waiting.getFirst()) < TOGETHER_BYTES)) {
          bytes += size(waiting.getFirst()) + 1;
          together.add(waiting.remove());
        }
        requests++;
        CompletableFuture<Response> answer =
            client.send(
                instance, InstanceClient.WRITE, body(together, bytes), Response.class, timeout);
        Slot slot = new Slot();
        var _ =
            answer.whenComplete((response, failure) -> {
              ended(slot);
              take(together, response, failure);
            });
        var _ =
            answer
                .handle((response, failure) -> true)
                .completeOnTimeout(true, SLOW_MILLIS, TimeUnit.MILLISECONDS)
                .thenRunAsync(() -> late(slot), EACH);
      }
    }

    /// Lets another request take the place of one that waits for long.
    private synchronized void late(Slot slot) {
      if (!slot.ended && late < atOnce) {
        slot.late = true;
        late++;
        requests--;
        next();
      }
    }

    private synchronized void ended(Slot slot) {
      slot.ended = true;
      if (slot.late) {
        late--;
      } else {
        requests--;
      }
      next();
    }

    private static int size(Sent sent) {
      return Objects.requireNonNull(sent.json).length;
    }

    /// The request, of commands that are JSON already.
    private static byte[] body(List<Sent> together, int bytes) {
      ByteArrayOutputStream body = new ByteArrayOutputStream(bytes + 16);
      String before = "{\"commands\":[";
      for (Sent sent : together) {
        body.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(Objects.requireNonNull(sent.json));
        before = ",";
      }
      body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
      return body.toByteArray();
    }

    private void take(
        List<Sent> together, @Nullable Response response, @Nullable Throwable failure) {
      if (response != null && response.results().size() == together.size()) {
        for (int i = 0; i < together.size(); i++) {
          WriteRouter.this.take(together.get(i), response.results().get(i));
        }
        return;
      }
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      boolean isSent = !(cause instanceof NotReachedException);
      if (isSent) {
        log.warn(
            "{} did not answer {} write(s): {}", instance, together.size(), String.valueOf(cause));
      }
      for (Sent sent : together) {
        if (!isSent) {
          again(sent);
        } else {
          sent.result.completeExceptionally(
              unknown(
                  "It is not known whether the write is stored: "
                      + instance
                      + " did not answer. Read the document, or write it again."));
        }
      }
    }
  }
}
