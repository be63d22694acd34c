package io.neardup.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.cluster.ClusterReads.Asked;
import io.neardup.cluster.ClusterReads.PartitionAnswers;
import io.neardup.cluster.changes.LogEnds;
import io.neardup.cluster.changes.LogEnds.Ends;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.wire.Answer;
import io.neardup.cluster.wire.ReadRequest;
import io.neardup.cluster.wire.ReadResponse;
import io.neardup.cluster.wire.ReadResponse.Applied;
import io.neardup.cluster.wire.WireClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One round of [ClusterReads]: requests about some questions to the instances, and their answers.
/// Not thread-safe.
final class ReadRound {

  private static final long RETRY_MILLIS = 50;

  private static final Logger logger = LoggerFactory.getLogger(ReadRound.class);

  /// Who can be asked.
  record Peers(
      LogWriter log,
      Members members,
      WireClient client,
      InstanceReads own,
      ClusterProperties properties) {}

  /// What is counted.
  record Meters(Counter complete, Counter incomplete, Counter hedged, Counter requests) {

    static Meters of(MeterRegistry registry) {
      return new Meters(
          reads("true", registry),
          reads("false", registry),
          Counter.builder("neardup.cluster.hedged")
              .description("Rounds of reads in which the owners did not answer for all partitions")
              .register(registry),
          Counter.builder("neardup.cluster.requests")
              .description(
                  "Requests to other instances for reads, each of which may be for several")
              .register(registry));
    }

    private static Counter reads(String complete, MeterRegistry registry) {
      return Counter.builder("neardup.cluster.reads")
          .description("Lookups and other reads of partitions")
          .tag("complete", complete)
          .register(registry);
    }
  }

  /// What happened to a request, or to a mark.
  private sealed interface Event {}

  /// What an instance answered to questions.
  ///
  /// @param response null if it did not answer
  private record Answered(String instance, List<Asked> asked, @Nullable ReadResponse response)
      implements Event {}

  /// A mark is in the log of a partition.
  private record Marked(int partition, long position) implements Event {}

  private final LogWriter log;
  private final Members members;
  private final WireClient client;
  private final InstanceReads own;
  private final ClusterProperties properties;
  private final Meters meters;
  private final List<Asked> questions;
  private final long end;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final BitSet open = new BitSet();
  private final Map<Asked, List<Answer>> answers = new HashMap<>();
  private final long[] applied;
  private final long[] changed;

  /// The positions of marks: replicas that have applied them may answer.
  private final Map<Integer, Long> marks = new HashMap<>();

  /// Instances that were asked and have not answered.
  private final List<String> silent = new ArrayList<>();

  ReadRound(Peers peers, Meters meters, List<Asked> questions) {
    this.log = peers.log;
    this.members = peers.members;
    this.client = peers.client;
    this.own = peers.own;
    this.properties = peers.properties;
    this.meters = meters;
    this.questions = questions;
    this.end = System.nanoTime() + properties.readTimeout().toNanos();
    this.applied = new long[log.partitions()];
    this.changed = new long[log.partitions()];
    Arrays.fill(applied, LogEnds.UNKNOWN);
    Arrays.fill(changed, LogEnds.UNKNOWN);
  }

  void run() {
    for (Asked question : questions) {
      answers.put(question, new ArrayList<>());
      if (question.partition() == null) {
        open.set(0, log.partitions());
      } else {
        open.set(question.partition());
      }
    }
    if (properties.read() == ReadMode.OWNER) {
      askOwners();
      if (!open.isEmpty()) {
        meters.hedged.increment();
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
      Integer one = question.partition();
      List<Integer> missing =
          one == null ? open.stream().boxed().toList() : open.get(one) ? List.of(one) : List.of();
      (missing.isEmpty() ? meters.complete : meters.incomplete).increment();
      question
          .answers()
          .complete(
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
    ReadResponse response = answered.response;
    if (response == null) {
      members.suspect(answered.instance);
      return;
    }
    boolean news = false;
    for (Map.Entry<Integer, Applied> each : response.partitions().entrySet()) {
      int partition = each.getKey();
      news |= open.get(partition);
      open.clear(partition);
      applied[partition] = Math.max(applied[partition], each.getValue().position());
      changed[partition] = Math.max(changed[partition], each.getValue().changed());
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
      meters.requests.increment();
      var _ =
          client
              .read(instance, request(asOwner, partitions, asked))
              .whenComplete((response, failure) ->
                  events.add(new Answered(instance, asked, failure == null ? response : null)));
    });
    if (mine != null) {
      silent.add(members.self());
      List<Asked> asked = asked(mine);
      ReadRequest request = request(asOwner, mine, asked);
      if (own.needsNoWait(request)) {
        answer(request, asked);
      } else {
        Thread.ofVirtual().start(() -> answer(request, asked));
      }
    }
    return mine != null || !byInstance.isEmpty();
  }

  private void answer(ReadRequest request, List<Asked> asked) {
    ReadResponse response = null;
    try {
      response = own.answer(request);
    } catch (RuntimeException e) {
      logger.error("A read of this instance failed; others are asked", e);
    }
    events.add(new Answered(members.self(), asked, response));
  }

  private List<Asked> asked(List<Integer> partitions) {
    return questions.stream()
        .filter(each -> each.partition() == null || partitions.contains(each.partition()))
        .toList();
  }

  private ReadRequest request(boolean asOwner, List<Integer> partitions, List<Asked> asked) {
    return new ReadRequest(
        partitions.stream().collect(Collectors.toMap(each -> each, this::upTo)),
        asOwner,
        Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())),
        asked.stream().map(Asked::question).toList());
  }

  private long upTo(int partition) {
    long upTo = marks.getOrDefault(partition, 0L);
    for (Asked each : questions) {
      if (each.from() != null) {
        upTo = Math.max(upTo, each.from()[partition]);
      }
    }
    return upTo;
  }
}
