package io.neardup.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.cluster.InstanceRead.Answer;
import io.neardup.cluster.InstanceRead.Question;
import io.neardup.cluster.InstanceRead.Request;
import io.neardup.cluster.InstanceRead.Response;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
import io.neardup.cluster.kafka.LogEnds;
import io.neardup.cluster.kafka.LogEnds.Ends;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /// Maximum of questions in a round.
  private static final int TOGETHER = 64;

  private static final long RETRY_MILLIS = 50;

  private static final Logger logger = LoggerFactory.getLogger(ClusterReads.class);

  private final ClusterLog log;
  private final Members members;
  private final InstanceClient client;
  private final InstanceReads own;
  private final ClusterProperties properties;
  private final Counter complete;
  private final Counter incomplete;
  private final Counter hedgedRounds;
  private final Counter requests;
  private final Deque<Asked> waiting = new ArrayDeque<>(); // guarded by itself
  private int rounds; // guarded by waiting

  ClusterReads(
      ClusterLog log,
      Members members,
      InstanceClient client,
      InstanceReads own,
      ClusterProperties properties,
      MeterRegistry registry) {
    this.log = log;
    this.members = members;
    this.client = client;
    this.own = own;
    this.properties = properties;
    this.complete = reads("true", registry);
    this.incomplete = reads("false", registry);
    this.hedgedRounds =
        Counter.builder("neardup.cluster.hedged")
            .description("Rounds of reads in which the owners did not answer for all partitions")
            .register(registry);
    this.requests =
        Counter.builder("neardup.cluster.requests")
            .description("Requests to other instances for reads, each of which may be for several")
            .register(registry);
  }

  private static Counter reads(String complete, MeterRegistry registry) {
    return Counter.builder("neardup.cluster.reads")
        .description("Lookups and other reads of partitions")
        .tag("complete", complete)
        .register(registry);
  }

  /// The answers to a question.
  ///
  /// @param answers of instances; after a retry two may be about the same partition
  /// @param missing the partitions without an answer
  /// @param ends of the partitions
  record PartitionAnswers(List<Answer> answers, List<Integer> missing, Ends ends) {}

  /// @param partition null for all
  /// @param from positions that the answers must include, by partition; null for none
  @SuppressWarnings("ArrayRecordComponent") // compared by its future
  private record Asked(
      Question question,
      @Nullable Integer partition,
      long @Nullable [] from,
      CompletableFuture<PartitionAnswers> answers) {}

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

  /// The ends of the log, see [LogEnds].
  CompletableFuture<Ends> ends() {
    return askAll(Question.NONE, null).thenApply(PartitionAnswers::ends);
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
    return asked.answers.join();
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
      while (!waiting.isEmpty() && together.size() < TOGETHER) {
        together.add(waiting.remove());
      }
    }
    try {
      if (!together.isEmpty()) {
        new Round(together).run();
      }
    } catch (RuntimeException | Error e) {
      together.forEach(each -> each.answers.completeExceptionally(e));
    }
  }

  /// What happened to a request, or to a mark.
  private sealed interface Event {}

  /// What an instance answered to questions.
  ///
  /// @param response null if it did not answer
  private record Answered(String instance, List<Asked> asked, @Nullable Response response)
      implements Event {}

  /// A mark is in the log of a partition.
  private record Marked(int partition, long position) implements Event {}

  private final class Round {

    private final List<Asked> questions;
    private final long begin = System.nanoTime();
    private final long end = begin + properties.readTimeout().toNanos();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final BitSet open = new BitSet();
    private final Map<Asked, List<Answer>> answers = new HashMap<>();
    private final long[] applied = new long[log.partitions()];
    private final long[] changed = new long[log.partitions()];

    /// The positions of marks: replicas that have applied them may answer.
    private final Map<Integer, Long> marks = new HashMap<>();

    /// Instances that were asked and have not answered.
    private final List<String> silent = new ArrayList<>();

    Round(List<Asked> questions) {
      this.questions = questions;
      Arrays.fill(applied, LogEnds.UNKNOWN);
      Arrays.fill(changed, LogEnds.UNKNOWN);
    }

    void run() {
      for (Asked question : questions) {
        answers.put(question, new ArrayList<>());
        if (question.partition == null) {
          open.set(0, log.partitions());
        } else {
          open.set(question.partition);
        }
      }
      if (properties.read() == ReadMode.OWNER) {
        askOwners();
        if (!open.isEmpty()) {
          hedgedRounds.increment();
          silent.forEach(members::suspect);
        }
      } else {
        open.stream().forEach(partition -> marks.put(partition, 0L));
      }
      for (int turn = 0; !open.isEmpty() && System.nanoTime() < end; turn++) {
        askReplicas(turn);
      }
      Ends ends = new Ends(applied, changed);
      for (Asked question : questions) {
        Integer one = question.partition;
        List<Integer> missing =
            one == null ? open.stream().boxed().toList() : open.get(one) ? List.of(one) : List.of();
        (missing.isEmpty() ? complete : incomplete).increment();
        question.answers.complete(
            new PartitionAnswers(Objects.requireNonNull(answers.get(question)), missing, ends));
      }
    }

    private void askOwners() {
      send(
          true,
          partition -> {
            String owner = members.owner(partition);
            return owner == null || members.isSuspect(owner) ? null : owner;
          });
      gather(silent::isEmpty);
    }

    /// Asks for each partition one of its replicas, once there is a mark.
    ///
    /// @param turn which of them
    private void askReplicas(int turn) {
      List<Integer> unmarked =
          open.stream().filter(each -> !marks.containsKey(each)).boxed().toList();
      if (!unmarked.isEmpty()) {
        Thread.ofVirtual().start(() -> mark(unmarked)); // the buffer of the producer may be full
        gather(() -> open.stream().allMatch(marks::containsKey));
      }
      boolean sent =
          send(
              false,
              partition -> {
                List<String> hosts = members.hosts(partition);
                return hosts.isEmpty() || !marks.containsKey(partition)
                    ? null
                    : hosts.get(turn % hosts.size());
              });
      gather(silent::isEmpty);
      if (!open.isEmpty() && (!sent || silent.isEmpty())) {
        pause();
      }
    }

    private void mark(List<Integer> partitions) {
      log.mark(partitions)
          .forEach((partition, mark) -> {
            var _ = mark.thenAccept(position -> events.add(new Marked(partition, position)));
          });
    }

    /// Takes what happens until a condition holds, for the time after which others are asked.
    private void gather(BooleanSupplier done) {
      long until = Math.min(end, System.nanoTime() + properties.hedgeAfter().toNanos());
      try {
        while (!open.isEmpty() && !done.getAsBoolean()) {
          Event event = events.poll(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
          switch (event) {
            case null -> {
              return;
            }
            case Answered answered -> take(answered);
            case Marked marked -> marks.put(marked.partition, marked.position);
          }
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }

    private static void pause() {
      try {
        Thread.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }

    private static IllegalStateException interrupted(InterruptedException cause) {
      Thread.currentThread().interrupt();
      return new IllegalStateException("interrupted while instances are asked", cause);
    }

    private void take(Answered answered) {
      silent.remove(answered.instance);
      Response response = answered.response;
      if (response == null) {
        members.suspect(answered.instance);
        return;
      }
      boolean news = false;
      for (int i = 0; i < response.partitions().size(); i++) {
        int partition = response.partitions().get(i);
        news |= open.get(partition);
        open.clear(partition);
        applied[partition] = Math.max(applied[partition], response.applied().get(i));
        changed[partition] = Math.max(changed[partition], response.changed().get(i));
      }
      for (int i = 0; news && i < answered.asked.size(); i++) {
        Objects.requireNonNull(answers.get(answered.asked.get(i))).add(response.answers().get(i));
      }
    }

    /// Sends requests about the open partitions, this instance last, while the others search.
    ///
    /// @param choice of the instance to be asked about a partition, null for none
    /// @return whether any instance is asked
    private boolean send(boolean asOwner, IntFunction<@Nullable String> choice) {
      Map<String, List<Integer>> byInstance = new HashMap<>();
      open.stream()
          .forEach(partition -> {
            String instance = choice.apply(partition);
            if (instance != null) {
              byInstance.computeIfAbsent(instance, each -> new ArrayList<>()).add(partition);
            }
          });
      List<Integer> mine = byInstance.remove(members.self());
      silent.addAll(byInstance.keySet());
      byInstance.forEach((instance, partitions) -> {
        List<Asked> asked = asked(partitions);
        Request request = request(asOwner, partitions, asked);
        requests.increment();
        var _ =
            client
                .send(
                    instance,
                    InstanceClient.READ,
                    request,
                    Response.class,
                    Duration.ofMillis(request.waitMillis()))
                .whenComplete((response, failure) ->
                    events.add(new Answered(instance, asked, failure == null ? response : null)));
      });
      if (mine != null) {
        silent.add(members.self());
        List<Asked> asked = asked(mine);
        Request request = request(asOwner, mine, asked);
        if (own.needsNoWait(request)) {
          answer(request, asked);
        } else {
          Thread.ofVirtual().start(() -> answer(request, asked));
        }
      }
      return mine != null || !byInstance.isEmpty();
    }

    private void answer(Request request, List<Asked> asked) {
      Response response = null;
      try {
        response = own.answer(request);
      } catch (RuntimeException e) {
        logger.error("A read of this instance failed; others are asked", e);
      }
      events.add(new Answered(members.self(), asked, response));
    }

    private List<Asked> asked(List<Integer> partitions) {
      return questions.stream()
          .filter(each -> each.partition == null || partitions.contains(each.partition))
          .toList();
    }

    private Request request(boolean asOwner, List<Integer> partitions, List<Asked> asked) {
      return new Request(
          partitions,
          asOwner,
          partitions.stream().map(this::upTo).toList(),
          Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())),
          asked.stream().map(Asked::question).toList());
    }

    private long upTo(int partition) {
      long upTo = marks.getOrDefault(partition, 0L);
      for (Asked each : questions) {
        if (each.from != null) {
          upTo = Math.max(upTo, each.from[partition]);
        }
      }
      return upTo;
    }
  }
}
