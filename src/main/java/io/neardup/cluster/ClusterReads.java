package io.neardup.cluster;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.cluster.changes.LogEnds.Ends;
import io.neardup.cluster.wire.Answer;
import io.neardup.cluster.wire.Question;
import io.neardup.cluster.wire.Question.Find;
import io.neardup.cluster.wire.Question.Positions;
import io.neardup.service.Awaited;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Asks all partitions of a cluster, or one of them: one request to each instance for all questions
/// that wait.
/* A complete answer has every write that was acknowledged before the question, of each partition by one
of two proofs:

- Its owner answers, which has applied all that was acknowledged, while it shows that it still is the owner
  (PartitionOwner). This costs no request to Kafka.
- If the owner does not answer, or cannot show that, a mark is appended to the partition. All acknowledged writes are
  before it, so that any replica that has applied the log up to it has them: the read index of [1]. The
  mark is acknowledged by as many brokers as a write, hence by none that was replaced without knowing. The end of the
  log that a broker reports is no proof, as such a broker reports an old one.

An owner that cannot be reached is not waited for; one that is slow is waited for until a time limit (a hedged
request [2]), and those that did not answer are not asked for a second.

Questions that arrive meanwhile wait for the next of a few concurrent rounds, so that under load each
request has many.

Sources:
[1] Ongaro, Consensus: Bridging Theory and Practice, 2014, section 6.4 (read index) and 6.4.1 (leases).
[2] Hedged requests: Dean and Barroso, The Tail at Scale, CACM 56(2), 2013. */
final class ClusterReads {

  /// Maximum of concurrent rounds. A question waits for the half of a round at most on average, and
  /// shares the costs of its own with all that wait.
  private static final int ROUNDS = 2;

  /// Maximum of questions in a round, of which one at most is for a text.
  private static final int TOGETHER = 64;

  private final ReadRound.Peers peers;
  private final ReadRound.Meters meters;
  private final Deque<Asked> waiting = new ArrayDeque<>(); // guarded by itself
  private int rounds; // guarded by waiting

  ClusterReads(ReadRound.Peers peers, MeterRegistry registry) {
    this.peers = peers;
    this.meters = ReadRound.Meters.of(registry);
  }

  /// The answers to a question.
  ///
  /// @param answers of instances; after a retry two may be about the same partition
  /// @param missing the partitions without an answer
  /// @param ends of the partitions
  record PartitionAnswers(List<Answer> answers, List<Integer> missing, Ends ends) {}

  /// A question and who waits for its answers.
  ///
  /// @param partition null for all
  /// @param from positions that the answers must include, by partition; null for none
  @SuppressWarnings("ArrayRecordComponent") // compared by its future
  record Asked(
      Question question,
      @Nullable Integer partition,
      long @Nullable [] from,
      CompletableFuture<PartitionAnswers> answers) {}

  /// Whether the answer may be nearly as long as a message between instances.
  private static boolean isForText(Question question) {
    return question instanceof Find find && find.withText();
  }

  /// Asks all partitions.
  ///
  /// @param from positions that the answers must include besides what was acknowledged, by
  ///   partition; null for none
  CompletableFuture<PartitionAnswers> askAll(Question question, long @Nullable [] from) {
    return add(new Asked(question, null, from, new CompletableFuture<>()));
  }

  /// Asks one partition.
  ///
  /// @param from as for all
  CompletableFuture<PartitionAnswers> ask(
      int partition, Question question, long @Nullable [] from) {
    return add(new Asked(question, partition, from, new CompletableFuture<>()));
  }

  /// The ends of the log, see [io.neardup.cluster.changes.LogEnds].
  CompletableFuture<Ends> ends() {
    return askAll(new Positions(), null).thenApply(PartitionAnswers::ends);
  }

  /// Asks all partitions, and waits for the answers: without a change of threads if no other
  /// question waits.
  PartitionAnswers askAllNow(Question question, long @Nullable [] from) {
    Asked asked = new Asked(question, null, from, new CompletableFuture<>());
    if (begins(asked)) {
      runRound();
      if (!isOver()) {
        Thread.ofVirtual().name("cluster-read").start(this::runRounds);
      }
    }
    return Awaited.of(asked.answers);
  }

  private CompletableFuture<PartitionAnswers> add(Asked question) {
    if (begins(question)) {
      Thread.ofVirtual().name("cluster-read").start(this::runRounds);
    }
    return question.answers;
  }

  /// Adds a question.
  ///
  /// @return whether the caller must run a round
  private boolean begins(Asked question) {
    synchronized (waiting) {
      waiting.add(question);
      if (rounds == ROUNDS) {
        return false;
      }
      rounds++;
      return true;
    }
  }

  /// Whether there is nothing more to do for who ran a round.
  private boolean isOver() {
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        rounds--;
        return true;
      }
      return false;
    }
  }

  private void runRounds() {
    do {
      runRound();
    } while (!isOver());
  }

  private void runRound() {
    List<Asked> together = new ArrayList<>();
    synchronized (waiting) {
      boolean hasText = false;
      while (!waiting.isEmpty() && together.size() < TOGETHER) {
        boolean isForText = isForText(waiting.element().question());
        if (isForText && hasText) {
          break;
        }
        hasText |= isForText;
        together.add(waiting.remove());
      }
    }
    try {
      if (!together.isEmpty()) {
        new ReadRound(peers, meters, together).run();
      }
    } catch (RuntimeException | Error e) {
      together.forEach(each -> each.answers.completeExceptionally(e));
    }
  }
}
