package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord.Mark;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The lease under which the owner of a partition answers reads. Thread-safe.
/* The owner has applied every write that it acknowledged, and every write that earlier owners acknowledged, since
these are before its claim in the log. So it may answer a read without Kafka as long as no later owner can have
acknowledged a write. A lease ensures that:

- The owner sends a mark with its epoch and the time of its clock, and reads it back from the log. If no later
  claim was before it, then there was none when the mark was sent. The owner answers until LEASE after that.
- Before its first decision, a new owner waits until its predecessor's lease has expired: FORMER_LEASE after it
  has applied the last record that can have begun such a lease. That record was sent before it was applied here,
  and records after the new owner's claim in the log begin no lease. So every lease of an earlier owner has
  expired when the new one acknowledges its first write. An owner that leaves writes a claim of nobody, after
  which there is nothing to wait for.
- A read checks the lease after it has arrived, and then searches. Until the check no later owner has
  acknowledged anything, so the search finds all writes that were acknowledged before the read arrived. If this
  process is suspended after the check, the answer is late, but still correct.

The proof does not need clocks to agree, only to run at about the same speed: FORMER_LEASE is a tenth longer.
System.nanoTime continues while a process is suspended, but may stop while the machine is suspended. The
time-of-day clock has usually been corrected by the time a machine resumes, so the lease is checked with both
clocks. A virtual machine in which both stop while it is paused, for longer than the lease, may answer reads for
the rest of the lease without later writes.

A mark needs as many brokers as a write. A broker that resumes after it was suspended and replaced cannot
acknowledge a mark, while it would still report its end of the log.

All versions must use the same LEASE.

Sources:
[1] Leases: Gray and Cheriton, Leases: An Efficient Fault-Tolerant Mechanism for Distributed File Cache
    Consistency, SOSP 1989.
[2] Reads of a leader with a lease, which begins when its last message was sent: Ongaro, Consensus: Bridging
    Theory and Practice, 2014, section 6.4.1. */
final class OwnerLease {

  /// How long an owner answers reads after it has sent a mark: as long as a partition may need to
  /// elect a leader after a broker fails, but less than the time after which the partitions of a
  /// silent instance are assigned to others.
  static final Duration LEASE = Duration.ofMillis(4_500);

  /// How long a new owner waits after the last sign of its predecessor: [#LEASE] by its own clock,
  /// plus a tenth.
  static final Duration FORMER_LEASE = LEASE.plus(LEASE.dividedBy(10));

  /// How long a lease is used before the next mark is sent.
  private static final Duration RENEWAL = Duration.ofSeconds(1);

  /// How long to wait for a mark before the next one is sent.
  static final Duration REPEAT = Duration.ofMillis(300);

  private volatile @Nullable Mark held; // the last mark read back in this epoch
  private volatile long markedNanos = System.nanoTime() - REPEAT.toNanos();

  /// Whether the caller must send a mark now.
  boolean renews() {
    Mark mark = held;
    long now = System.nanoTime();
    boolean due =
        (mark == null || now - mark.sentNanos() > RENEWAL.toNanos())
            && now - markedNanos > REPEAT.toNanos();
    if (due) {
      markedNanos = now;
    }
    return due;
  }

  /// The owner's mark was read back from the log.
  void extend(Mark mark) {
    held = mark;
  }

  /// The owner stops deciding.
  void end() {
    held = null;
  }

  /// Whether the owner can answer reads now.
  boolean isHeld() {
    Mark mark = held;
    if (mark == null) {
      return false;
    }
    long millis = System.currentTimeMillis() - mark.sentMillis();
    return System.nanoTime() - mark.sentNanos() < LEASE.toNanos()
        && millis >= 0
        && millis < LEASE.toMillis();
  }
}
