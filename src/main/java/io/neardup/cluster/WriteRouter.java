package io.neardup.cluster;

import io.neardup.cluster.InstanceClient.NotReachedException;
import io.neardup.cluster.InstanceWrite.Action;
import io.neardup.cluster.InstanceWrite.Command;
import io.neardup.cluster.InstanceWrite.Executed;
import io.neardup.cluster.InstanceWrite.Request;
import io.neardup.cluster.InstanceWrite.Response;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
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

/// Passes writes to the owners of their partitions, those that wait for one instance in one
/// request. A write that was certainly not executed is sent again, until the time is over.
final class WriteRouter {

  private static final Logger log = LoggerFactory.getLogger(WriteRouter.class);

  /// Maximum of concurrent requests to an instance. Decisions are sent one request after the other,
  /// as they are made in the order in which they arrive.
  private static final int AT_ONCE = 4;

  /// Maximum of writes in a request.
  private static final int TOGETHER = 256;

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(
          50, TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task));

  private final Members members;
  private final InstanceClient client;
  private final InstanceWrites own;
  private final Duration timeout;
  private final Map<String, Target> targets = new ConcurrentHashMap<>();
  private final Map<String, Target> deciders = new ConcurrentHashMap<>();

  WriteRouter(
      Members members, InstanceClient client, InstanceWrites own, ClusterProperties properties) {
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

    Sent(int partition, Command command, long end) {
      this.partition = partition;
      this.command = command;
      this.end = end;
    }
  }

  private void send(Sent sent) {
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
      case FAILED -> sent.result.completeExceptionally(unknown(String.valueOf(result.message())));
    }
  }

  private static StoreException unknown(String message) {
    return new StoreException(StoreFault.IO, message);
  }

  /// The writes that wait for an instance.
  private final class Target {

    private final String instance;
    private final int atOnce;
    private final Deque<Sent> waiting = new ArrayDeque<>(); // guarded by this
    private int requests; // guarded by this

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
        while (!waiting.isEmpty() && together.size() < TOGETHER) {
          together.add(waiting.remove());
        }
        requests++;
        var _ =
            client
                .send(
                    instance,
                    InstanceClient.WRITE,
                    new Request(together.stream().map(sent -> sent.command).toList()),
                    Response.class,
                    timeout)
                .whenComplete((response, failure) -> {
                  done();
                  take(together, response, failure);
                });
      }
    }

    private synchronized void done() {
      requests--;
      next();
    }

    private void take(
        List<Sent> together, @Nullable Response response, @Nullable Throwable failure) {
      if (response != null) {
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
