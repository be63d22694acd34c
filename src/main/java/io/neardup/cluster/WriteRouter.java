package io.neardup.cluster;

import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.wire.Command;
import io.neardup.cluster.wire.NotReachedException;
import io.neardup.cluster.wire.Result;
import io.neardup.cluster.wire.Result.Changed;
import io.neardup.cluster.wire.Result.Decided;
import io.neardup.cluster.wire.Result.Deleted;
import io.neardup.cluster.wire.Result.NotOwner;
import io.neardup.cluster.wire.Result.Refused;
import io.neardup.cluster.wire.Result.Removed;
import io.neardup.cluster.wire.Result.Revised;
import io.neardup.cluster.wire.Result.Stored;
import io.neardup.cluster.wire.Result.Unknown;
import io.neardup.cluster.wire.WireClient;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Passes writes to the owners of their partitions. A write that was certainly not executed is sent
/// again, until the time is over.
final class WriteRouter {

  private static final Logger log = LoggerFactory.getLogger(WriteRouter.class);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(
          50, TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task));

  private final Members members;
  private final WireClient client;
  private final InstanceWrites own;
  private final Duration timeout;

  WriteRouter(
      Members members, WireClient client, InstanceWrites own, ClusterProperties properties) {
    this.members = members;
    this.client = client;
    this.own = own;
    this.timeout = properties.writeTimeout();
  }

  /// Sends a write to the owner of a partition. One limit of time holds for all attempts.
  ///
  /// @return fails with a RequestException if it was refused, or a StoreException if its outcome is
  ///   not known
  CompletableFuture<Result> send(int partition, Command command) {
    Sent sent = new Sent(partition, command, System.nanoTime() + timeout.toNanos());
    send(sent);
    return sent.result;
  }

  private static final class Sent {

    private final int partition;
    private final Command command;
    private final long end;
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private byte @Nullable [] message; // once it is to be sent to another instance

    Sent(int partition, Command command, long end) {
      this.partition = partition;
      this.command = command;
      this.end = end;
    }
  }

  private void send(Sent sent) {
    try {
      route(sent);
    } catch (RuntimeException | Error e) { // before it was sent
      sent.result.completeExceptionally(e);
    }
  }

  private void route(Sent sent) {
    String owner = members.owner(sent.partition);
    long left = sent.end - System.nanoTime();
    if (left <= 0) {
      sent.result.completeExceptionally(
          new RequestException(
              Fault.UNAVAILABLE,
              "id",
              "cannot be written: partition "
                  + sent.partition
                  + " has had no owner that answers for "
                  + timeout.toSeconds()
                  + " s; nothing was written, try again"));
    } else if (owner == null) {
      again(sent);
    } else if (members.isSelf(owner)) {
      var _ = own.execute(sent.command).thenAccept(result -> take(sent, result));
    } else {
      byte[] message = message(sent);
      var _ =
          client
              .write(owner, message, Duration.ofNanos(left))
              .whenComplete((result, failure) -> {
                if (failure == null) {
                  take(sent, result);
                } else {
                  failed(sent, owner, failure);
                }
              });
    }
  }

  private static byte[] message(Sent sent) {
    byte[] message = sent.message;
    if (message == null) {
      message = WireClient.encode(sent.command);
      if (message.length > WireClient.MAX_BYTES) {
        throw new RequestException(
            Fault.TOO_LARGE,
            "id",
            "names a document that needs "
                + message.length
                + " bytes between instances, more than "
                + WireClient.MAX_BYTES
                + "; store it without its text, or in parts");
      }
      sent.message = message;
    }
    return message;
  }

  private void again(Sent sent) {
    LATER.execute(() -> send(sent));
  }

  private void take(Sent sent, Result result) {
    switch (result) {
      case Stored _, Decided _, Removed _, Revised _, Changed _ -> sent.result.complete(result);
      case NotOwner _ -> again(sent);
      case Refused refused -> sent.result.completeExceptionally(refused.toException());
      case Deleted _ ->
          sent.result.completeExceptionally(
              new StoreException(
                  StoreFault.NO_COLLECTION,
                  "The collection '"
                      + sent.command.collection().name()
                      + "' was deleted. Create it, or name another one."));
      case Unknown unknown ->
          sent.result.completeExceptionally(new StoreException(StoreFault.IO, unknown.message()));
    }
  }

  private void failed(Sent sent, String instance, Throwable failure) {
    Throwable cause = Awaited.cause(failure);
    if (cause instanceof NotReachedException) {
      again(sent);
      return;
    }
    log.debug("{} did not answer a write", instance, cause);
    sent.result.completeExceptionally(
        new StoreException(
            StoreFault.IO,
            "It is not known whether the write is stored: "
                + instance
                + " did not answer. Read the document, or write it again."));
  }
}
