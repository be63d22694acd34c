package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.cluster.replica.PartitionReplica.FormerOwner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claims a partition for this process: in which epoch it can decide on writes, and until when it
/// can answer reads.
/* Before its first decision, the owner appends a claim and waits until it has applied it. Then it knows all valid
events in the log. If earlier owners append events from then on, for example after a long pause, all replicas
exclude these (LogState).

A claim carries an epoch as fencing token: the log orders claims and writes, so replicas exclude the writes of
an earlier epoch without a clock.

Reads are answered under a lease, see OwnerLease.

Source: terms, which let followers reject a replaced leader: Ongaro and Ousterhout, In Search of an
Understandable Consensus Algorithm, USENIX ATC 2014, section 5.1. */
abstract class OwnerTerm implements PartitionReplica.Observer {

  private static final Logger log = LoggerFactory.getLogger(OwnerTerm.class);
  private static final Duration RETRY = Duration.ofMillis(500);

  private final String process;
  private final LogWriter writer;
  private final OwnerLease lease = new OwnerLease();
  private final AtomicInteger claimFailures = new AtomicInteger(); // since the last claim
  private long epoch; // 0 while nothing can be decided; guarded by this
  private long claimed; // epoch of the latest claim if this owner's, else 0; guarded by this
  private long decidesFromNanos; // when earlier leases have expired; guarded by this
  private boolean ended; // guarded by this

  /// What is claimed.
  final PartitionReplica replica;

  /// @param process that this owner's claims name, see
  ///   [io.neardup.cluster.kafka.KafkaClients#process]
  OwnerTerm(String process, PartitionReplica replica, LogWriter writer) {
    this.process = process;
    this.replica = replica;
    this.writer = writer;
  }

  /// Writes can be decided from now on. Called with the monitor.
  abstract void begins();

  /// Events that were appended but not applied until now are excluded, or another owner decides.
  /// Called with the monitor.
  abstract void abandons();

  /// Whether the next owner has to wait for the end of the lease even if this one gives the
  /// partition up. Called with the monitor.
  abstract boolean keepsLease();

  /// Claims the partition on a separate thread: a claim may wait for the brokers.
  void claim() {
    Thread.ofVirtual().start(this::sendClaim);
  }

  private void sendClaim() {
    synchronized (this) {
      if (ended) {
        return;
      }
    }
    send(new Claim(replica.epoch() + 1, process), this::claimAgain);
  }

  /// Appends a record to the log of the partition.
  ///
  /// @param failed called on a separate thread: callers may hold the monitor while they wait
  final void send(LogRecord record, Consumer<Throwable> failed) {
    var _ =
        writer
            .append(replica.partition(), record)
            .whenComplete((position, failure) -> {
              if (failure != null) {
                Thread.ofVirtual().start(() -> failed.accept(failure));
              }
            });
  }

  private void claimAgain(Throwable failure) {
    int failures = claimFailures.incrementAndGet();
    if (Integer.bitCount(failures) == 1) {
      log.warn(
          "Claiming partition {} failed ({} times); trying again: {}",
          replica.partition(),
          failures,
          failure.toString(),
          failures == 1 ? failure : null);
    }
    LockSupport.parkNanos(RETRY.toNanos());
    sendClaim();
  }

  /// Whether writes can be decided now.
  public final boolean isReady() {
    return epoch() > 0;
  }

  /// The epoch in which writes can be decided now, 0 if none can.
  final synchronized long epoch() {
    return epoch;
  }

  @Override
  public final synchronized void claimed(Claim claim, boolean counts) {
    if (ended) {
      return;
    }
    boolean mine = claim.process().equals(process);
    if (mine && counts) {
      claimFailures.set(0);
      decideNothing();
      abandons();
      FormerOwner former = replica.formerOwner();
      if (claimed == 0 || former.epoch() != claimed) {
        decidesFromNanos =
            former.left()
                ? System.nanoTime()
                : former.seenNanos() + OwnerLease.FORMER_LEASE.toNanos();
      }
      claimed = claim.epoch();
      begin(claimed);
    } else if (mine && claimed == 0) {
      claim();
    } else if (counts) {
      claimed = 0;
      decideNothing();
      abandons();
    }
  }

  /// Starts deciding in an epoch, once the leases of earlier owners have expired.
  private synchronized void begin(long claimedEpoch) {
    if (ended || claimed != claimedEpoch) {
      return;
    }
    long left = decidesFromNanos - System.nanoTime();
    if (left > 0) {
      CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS)
          .execute(() -> begin(claimedEpoch));
      return;
    }
    epoch = claimedEpoch;
    begins();
  }

  private void decideNothing() {
    epoch = 0;
    lease.end();
    notifyAll();
  }

  /// The outcome of an append is unknown: no more decisions until a new claim has settled it.
  final synchronized void claimAnew() {
    if (epoch > 0) {
      decideNothing();
      claim();
    }
  }

  /// Renews the lease ahead of time, without waiting.
  final void renewLease() {
    if (lease.renews()) {
      Thread.ofVirtual().start(this::sendMark); // the buffer of the producer may be full
    }
  }

  private void sendMark() {
    long now = epoch();
    if (now > 0) {
      send(
          Mark.now(now),
          failure ->
              log.debug(
                  "The lease of partition {} was not extended", replica.partition(), failure));
    }
  }

  @Override
  public final synchronized void marked(Mark mark) {
    if (epoch > 0 && mark.epoch() == epoch) {
      lease.extend(mark);
      notifyAll();
    }
  }

  /// Waits until this owner can answer reads: no other owner has acknowledged a write before the
  /// call returns true.
  ///
  /// @param endNanos when to give up, by System.nanoTime
  final boolean awaitLease(long endNanos) {
    while (!holdsLease()) {
      renewLease();
      synchronized (this) {
        long left = Math.min(endNanos - System.nanoTime(), OwnerLease.REPEAT.toNanos()) / 1_000_000;
        if (epoch == 0 || left <= 0) {
          return false;
        }
        try {
          if (!holdsLease()) {
            wait(left);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    return true;
  }

  /// Whether this owner can answer reads now.
  final boolean holdsLease() {
    return lease.isHeld();
  }

  /// Ends the ownership: unacknowledged writes fail with an unknown outcome. The next owner need
  /// not wait for the lease, unless this owner was still waiting for its predecessor's.
  final synchronized void end() {
    long last = epoch;
    ended = true;
    decideNothing();
    abandons();
    if (last > 0 && !keepsLease()) {
      send(new Claim(last + 1, ""), failure -> {});
    }
  }
}
