package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.cluster.replica.PartitionReplica.FormerOwner;
import io.neardup.store.CollectionRecords;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claims a partition, and decides on the writes to it, while this process is its owner.
/* Before its first decision, the owner appends a claim and waits until it has applied it. Then it knows
all valid events of the log, and events of earlier owners that are appended from now on, as by one that was
paused for long, are excluded by all replicas (LogState).

A claim carries an epoch, the fencing token: the log orders claims and writes, so replicas need no clock to
exclude the writes of an earlier epoch. Writes of an epoch: EpochWrites. A new claim settles the outcome of
appends that have failed.

Reads are answered under a lease, see OwnerLease.

The lock of this is taken before that of the writes.

Source: terms, by which followers reject a leader that was replaced: Ongaro and Ousterhout, In Search of an
Understandable Consensus Algorithm, USENIX ATC 2014, section 5.1. */
public final class PartitionOwner implements PartitionReplica.Observer {

  private static final Logger log = LoggerFactory.getLogger(PartitionOwner.class);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(
          500, TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task));

  /// Of so many claims that fail one after the other, one at least is logged: every half minute.
  private static final int REMINDER = 64;

  private final String process;
  private final PartitionReplica replica;
  private final Runnable ready;
  private final EpochWrites writes;
  private final OwnerLease lease = new OwnerLease();
  private final AtomicInteger claimFailures = new AtomicInteger(); // since the last claim

  private long
      claimed; // the epoch of the latest claim if it is of this owner, or 0; guarded by this
  private long decidesFromNanos; // when earlier leases are over; guarded by this
  private boolean ended; // guarded by this

  /// @param process whose claims are those of this owner, see
  ///   [io.neardup.cluster.kafka.KafkaClients#process]
  /// @param records of the store, as far as they are applied
  /// @param completions runs the dependent actions of writes, in order
  /// @param ready is run whenever writes can be decided from then on; must not wait
  PartitionOwner(
      String process,
      PartitionReplica replica,
      LogWriter writer,
      CollectionRecords records,
      Executor completions,
      Clock clock,
      Runnable ready) {
    this.process = process;
    this.ready = ready;
    this.replica = replica;
    this.writes =
        new EpochWrites(replica, writer, records, completions, clock, this::claimAfterLoss);
  }

  /// The writes to the partition.
  EpochWrites writes() {
    return writes;
  }

  /// Claims the partition, on a thread of its own: a claim may wait for the brokers.
  void claim() {
    Thread.ofVirtual().start(this::sendClaim);
  }

  private void sendClaim() {
    synchronized (this) {
      if (ended) {
        return;
      }
    }
    writes.send(new Claim(replica.epoch() + 1, process), this::claimAgain);
  }

  private void claimAgain(Throwable failure) {
    int partition = replica.partition();
    int failures = claimFailures.incrementAndGet();
    if (failures == 1) {
      log.warn("Claiming partition {} failed and is repeated", partition, failure);
    } else if (Integer.bitCount(failures) == 1 || failures % REMINDER == 0) {
      log.warn(
          "Claiming partition {} has failed {} times and is repeated: {}",
          partition,
          failures,
          failure.toString());
    }
    LATER.execute(this::sendClaim);
  }

  private synchronized void claimAfterLoss() {
    decideNothing();
    claim();
  }

  /// Whether writes can be decided now.
  public boolean isReady() {
    return writes.epoch() > 0;
  }

  /// Whether writes are decided at present, see [EpochWrites#accepts].
  public boolean accepts() {
    return writes.accepts();
  }

  /// Extends the lease in time, without waiting for it.
  public void renewLease() {
    if (lease.renews()) {
      Thread.ofVirtual().start(this::sendMark); // the buffer of the producer may be full
    }
  }

  private void sendMark() {
    long now = writes.epoch();
    if (now > 0) {
      writes.send(
          Mark.now(now),
          failure ->
              log.debug(
                  "The lease of partition {} was not extended", replica.partition(), failure));
    }
  }

  /// Waits until this owner can answer reads: no other one has acknowledged a write before the call
  /// returns true.
  ///
  /// @param endNanos when to give up, by System.nanoTime
  public boolean awaitLease(long endNanos) {
    while (!holdsLease()) {
      renewLease();
      synchronized (this) {
        long left = Math.min(endNanos - System.nanoTime(), OwnerLease.REPEAT.toNanos()) / 1_000_000;
        if (!isReady() || left <= 0) {
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
  public boolean holdsLease() {
    return lease.isHeld();
  }

  @Override
  public synchronized void claimed(Claim claim, boolean counts) {
    if (ended) {
      return;
    }
    boolean mine = claim.process().equals(process);
    if (mine && counts) {
      claimFailures.set(0);
      decideNothing();
      // What an earlier epoch appended and was not applied is excluded from here on.
      writes.failAll();
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
      writes.failAll();
    }
  }

  /// Begins to decide in an epoch, once the leases of earlier owners are over.
  private synchronized void begin(long epoch) {
    if (ended || claimed != epoch) {
      return;
    }
    long left = decidesFromNanos - System.nanoTime();
    if (left > 0) {
      CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS).execute(() -> begin(epoch));
      return;
    }
    writes.begin(epoch);
    ready.run();
  }

  private void decideNothing() {
    writes.end();
    lease.end();
    notifyAll();
  }

  @Override
  public synchronized void marked(Mark mark) {
    long epoch = writes.epoch();
    if (epoch > 0 && mark.epoch() == epoch) {
      lease.extend(mark);
      notifyAll();
    }
  }

  @Override
  public void applied(Keyed change, long offset, boolean counts, boolean known) {
    writes.applied(change, offset, counts, known);
  }

  /// Ends the ownership: what was not acknowledged fails, with an unknown outcome. The next owner
  /// need not wait for the lease, unless this one has waited for that of another.
  synchronized void end() {
    long last = writes.epoch();
    ended = true;
    decideNothing();
    writes.failAll();
    if (last > 0) {
      writes.send(new Claim(last + 1, ""), failure -> {});
    }
  }
}
