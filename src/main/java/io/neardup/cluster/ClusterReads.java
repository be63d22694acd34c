package io.neardup.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.cluster.InstanceCover.Part;
import io.neardup.cluster.InstanceRead.Answer;
import io.neardup.cluster.InstanceRead.Question;
import io.neardup.cluster.InstanceRead.Request;
import io.neardup.cluster.InstanceRead.Response;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
import io.neardup.cluster.kafka.EndOffsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Asks all partitions of a cluster, or one of them: one request to each instance for all questions
/// that wait.
/* A round takes the waiting questions, asks Kafka for the ends of the log, and sends the questions to the
hosts of the partitions. An instance that has applied the log up to these ends has all writes
that were acknowledged before the questions, be it the owner or a standby: so a standby answers for an owner that
does not, and what a replaced owner answers after a pause is either right or not accepted.

The questions are sent while Kafka is asked, to as few instances as have all partitions, owners or
standbys. If an instance that answered had not applied the log up to the end, the owners are asked, with
the end: under a load of writes that is usual, so that some of the next rounds ask Kafka first, and then
the owners.

An instance that does not answer in time is not waited for: its partitions are asked of their other hosts as
well, and the first complete answer counts.

Questions that arrive meanwhile wait for the next of a few concurrent rounds, so that under load each
request has many.

Sources:
[1] Reading at an index that was confirmed after the read arrived: Ongaro, Consensus: Bridging Theory and
    Practice, 2014, section 6.4 (read index). Here the ends of the log are that index.
[2] Hedged requests: Dean and Barroso, The Tail at Scale, CACM 56(2), 2013. */
final class ClusterReads {

  /// Maximum of concurrent rounds.
  private static final int ROUNDS = 8;

  /// Maximum of questions in a round.
  private static final int TOGETHER = 64;

  /// How long before its own time limit a round lets an instance wait for the log.
  private static final Duration MARGIN = Duration.ofMillis(100);

  private static final long RETRY_MILLIS = 50;

  /// How many rounds ask Kafka first, and then owners, after one that had to ask instances again.
  private static final int CAUTIOUS_ROUNDS = 200;

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
  private final AtomicInteger cautious = new AtomicInteger(); // rounds left that ask Kafka first
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
            .description("Rounds of reads in which further instances were asked, as some were slow")
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
  record PartitionAnswers(List<Answer> answers, List<Integer> missing) {}

  private record Asked(
      Question question,
      @Nullable Integer partition,
      CompletableFuture<PartitionAnswers> answers) {}

  /// Asks all partitions.
  CompletableFuture<PartitionAnswers> askAll(Question question) {
    return add(new Asked(question, null, new CompletableFuture<>()));
  }

  /// Asks one partition.
  CompletableFuture<PartitionAnswers> ask(int partition, Question question) {
    return add(new Asked(question, partition, new CompletableFuture<>()));
  }

  private CompletableFuture<PartitionAnswers> add(Asked question) {
    synchronized (waiting) {
      waiting.add(question);
      if (rounds == ROUNDS) {
        return question.answers;
      }
      rounds++;
    }
    Thread.ofVirtual().name("cluster-read").start(this::runRounds);
    return question.answers;
  }

  private void runRounds() {
    while (true) {
      List<Asked> together = new ArrayList<>();
      synchronized (waiting) {
        while (!waiting.isEmpty() && together.size() < TOGETHER) {
          together.add(waiting.remove());
        }
        if (together.isEmpty()) {
          rounds--;
          return;
        }
      }
      try {
        new Round(together).run();
      } catch (RuntimeException | Error e) {
        together.forEach(each -> each.answers.completeExceptionally(e));
      }
    }
  }

  /// What an instance answered to questions.
  ///
  /// @param response null if it did not answer
  private record Event(
      String instance, List<Integer> partitions, List<Asked> asked, @Nullable Response response) {}

  private final class Round {

    private final List<Asked> questions;
    private final long begin = System.nanoTime();
    private final long end = begin + properties.readTimeout().toNanos();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final BitSet open = new BitSet();
    private final Map<Asked, List<Answer>> answers = new HashMap<>();
    private final Map<Integer, Set<String>> tried = new HashMap<>();
    private final CompletableFuture<long[]> ends;
    private boolean owners; // whether owners are asked before standbys
    private int outstanding;

    Round(List<Asked> questions) {
      this.questions = questions;
      this.ends =
          properties.read() == ReadMode.OWNER
              ? log.ends().now()
              : CompletableFuture.completedFuture(new long[log.partitions()]);
    }

    void run() {
      int partitions = log.partitions();
      for (Asked question : questions) {
        answers.put(question, new ArrayList<>());
        if (question.partition == null) {
          open.set(0, partitions);
        } else {
          open.set(question.partition);
        }
      }
      if (cautious.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        owners = properties.read() == ReadMode.OWNER;
        ends.join();
      }
      ask(open);
      BitSet unknown = new BitSet();
      long[] upTo = ends.join();
      open.stream().filter(each -> upTo[each] == EndOffsets.UNKNOWN).forEach(unknown::set);
      open.andNot(unknown);
      collect();
      open.or(unknown);
      for (Asked question : questions) {
        Integer one = question.partition;
        List<Integer> missing =
            one == null ? open.stream().boxed().toList() : open.get(one) ? List.of(one) : List.of();
        (missing.isEmpty() ? complete : incomplete).increment();
        question.answers.complete(
            new PartitionAnswers(Objects.requireNonNull(answers.get(question)), missing));
      }
    }

    private void collect() {
      boolean hedged = false;
      long hedgeAt = begin + properties.hedgeAfter().toNanos();
      while (!open.isEmpty()) {
        long now = System.nanoTime();
        if (now >= end) {
          return;
        }
        if (!hedged && now >= hedgeAt) {
          hedged = true;
          hedgedRounds.increment();
          ask(open);
        }
        if (outstanding == 0) {
          tried.clear();
          pause();
          ask(open);
        }
        take(next(hedged ? end : Math.min(end, hedgeAt)));
      }
    }

    private @Nullable Event next(long until) {
      try {
        long nanos = Math.min(until - System.nanoTime(), TimeUnit.SECONDS.toNanos(1));
        return outstanding == 0 ? null : events.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while instances are asked", e);
      }
    }

    private static void pause() {
      try {
        Thread.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while instances are asked", e);
      }
    }

    private void take(@Nullable Event event) {
      if (event == null) {
        return;
      }
      outstanding--;
      BitSet again = new BitSet();
      event.partitions.stream().filter(open::get).forEach(again::set);
      Response response = event.response;
      if (response == null) {
        members.suspect(event.instance);
      } else {
        BitSet answered = new BitSet();
        if (isCurrent(response)) {
          response.partitions().forEach(answered::set);
        } else {
          cautious.set(CAUTIOUS_ROUNDS);
          owners = true;
          again.stream()
              .forEach(each -> Objects.requireNonNull(tried.get(each)).remove(event.instance));
        }
        boolean news = answered.intersects(open);
        for (int i = 0; news && i < event.asked.size(); i++) {
          Objects.requireNonNull(answers.get(event.asked.get(i))).add(response.answers().get(i));
        }
        open.andNot(answered);
        again.andNot(answered);
      }
      ask(again);
    }

    /// Whether an answer includes all of the log that it must.
    private boolean isCurrent(Response response) {
      long[] upTo = ends.join();
      for (int i = 0; i < response.partitions().size(); i++) {
        if (response.applied().get(i) < upTo[response.partitions().get(i)]) {
          return false;
        }
      }
      return true;
    }

    /// Asks, about each of these partitions, an instance that was not asked yet: few instances, or
    /// the owners while the log grows, as standbys apply it a little later.
    private void ask(BitSet partitions) {
      Map<Integer, List<String>> hosts = new HashMap<>();
      partitions.stream()
          .forEach(partition -> {
            List<String> next = members.hosts(partition);
            next.removeAll(tried.computeIfAbsent(partition, each -> new HashSet<>()));
            if (!next.isEmpty()) {
              hosts.put(partition, owners ? next.subList(0, 1) : next);
            }
          });
      for (Part part : members.cover(hosts)) {
        List<Integer> those = part.partitions().stream().boxed().toList();
        those.forEach(each -> Objects.requireNonNull(tried.get(each)).add(part.instance()));
        send(part.instance(), those);
      }
    }

    private void send(String instance, List<Integer> partitions) {
      Set<Integer> those = new HashSet<>(partitions);
      List<Asked> asked =
          questions.stream()
              .filter(each -> each.partition == null || those.contains(each.partition))
              .toList();
      Duration left = Duration.ofNanos(end - System.nanoTime());
      Request request =
          new Request(
              partitions,
              partitions.stream().map(each -> ends.isDone() ? ends.join()[each] : 0L).toList(),
              Math.max(0, left.minus(MARGIN).toMillis()),
              asked.stream().map(Asked::question).toList());
      outstanding++;
      if (members.isSelf(instance)) {
        Thread.ofVirtual()
            .start(() -> {
              Response response = null;
              try {
                response = own.answer(request);
              } finally {
                events.add(new Event(instance, partitions, asked, response));
              }
            });
      } else {
        requests.increment();
        var _ =
            client
                .send(
                    instance,
                    InstanceClient.READ,
                    request,
                    Response.class,
                    left.isPositive() ? left : Duration.ofMillis(1))
                .whenComplete((response, failure) ->
                    events.add(
                        new Event(instance, partitions, asked, failure == null ? response : null)));
      }
    }
  }
}
