package io.neardup.cluster.routing;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.relay.Call;
import io.neardup.cluster.relay.RelayClient;
import io.neardup.cluster.relay.RelayClient.NotReadException;
import io.neardup.cluster.relay.RelayClient.Question;
import io.neardup.cluster.relay.Route;
import io.neardup.cluster.relay.Routing;
import io.neardup.cluster.routing.ClusterRouting.Place;
import io.neardup.service.Awaited;
import io.neardup.service.Peers;
import io.neardup.store.CollectionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the owners of the collections' partitions; if an owner does not answer a read-only
/// question, asks an instance that hosts the partition. Other questions are asked again only if
/// they were certainly not read.
public final class Instances implements Peers {

  /// How long to wait for an answer.
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// How long to wait for the next line of an answer.
  private static final Duration SILENCE = Duration.ofMinutes(5);

  /// How long to wait for an owner.
  private static final Duration OWNER = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final Logger log = LoggerFactory.getLogger(Instances.class);
  private static final String JSON = "application/json";
  private static final Question POSITION =
      new Question(Call.of("GET", Routing.POSITION), JSON, null);

  private final RelayClient client;
  private final ClusterRouting routing;
  private final Catalog catalog;

  public Instances(RelayClient client, ClusterRouting routing, Catalog catalog) {
    this.client = client;
    this.routing = routing;
    this.catalog = catalog;
  }

  /// Sends a question and reads its answer.
  @FunctionalInterface
  private interface Sending {
    RelayClient.Answer send(Route.Elsewhere to, Question question) throws IOException;
  }

  @Override
  public List<PeerAnswer> ask(
      Collection<String> collections, Function<List<String>, PeerQuestion> question) {
    return ask(collections, question, () -> true, (to, asked) -> client.ask(to, asked, LIMIT));
  }

  @Override
  public PeerAnswer lines(
      String collection, PeerQuestion question, BooleanSupplier goesOn, Consumer<byte[]> line) {
    return ask(
            List.of(collection),
            _ -> question,
            goesOn,
            (to, asked) -> client.lines(to, asked, SILENCE, goesOn, line))
        .getFirst();
  }

  /// Asks until all have answered or failed.
  private List<PeerAnswer> ask(
      Collection<String> collections,
      Function<List<String>, PeerQuestion> question,
      BooleanSupplier goesOn,
      Sending sending) {
    long end = System.nanoTime() + OWNER.toNanos();
    List<PeerAnswer> answers = new ArrayList<>();
    Set<String> open = new HashSet<>(collections);
    while (!open.isEmpty()) {
      boolean isLast = System.nanoTime() - end > 0 || !goesOn.getAsBoolean();
      boolean reads = Subject.reads(call(question.apply(List.copyOf(open))));
      Map<Optional<Place>, List<String>> byPlace =
          open.stream().collect(Collectors.groupingBy(name -> place(name, reads)));
      List<CompletableFuture<PeerAnswer>> asked =
          byPlace.entrySet().stream()
              .map(each -> {
                PeerQuestion one = question.apply(each.getValue());
                return later(() -> ask(each.getKey(), each.getValue(), one, isLast, sending));
              })
              .toList();
      for (CompletableFuture<PeerAnswer> each : asked) {
        PeerAnswer answer = Awaited.of(each);
        if (answer.status() > 0 || answer.fault() != null) {
          answers.add(answer);
          open.removeAll(answer.collections());
        }
      }
      if (!open.isEmpty()) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    return answers;
  }

  private static Call call(PeerQuestion question) {
    return Call.of("POST", question.target());
  }

  /// Whom to ask about a collection, empty if nobody is known.
  private Optional<Place> place(String collection, boolean reads) {
    return Optional.ofNullable(catalog.settings(collection))
        .map(settings -> routing.place(settings.partition(), reads));
  }

  private static <T> CompletableFuture<T> later(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, work -> Thread.ofVirtual().start(work));
  }

  /// @param isLast whether this is the last attempt
  /// @return has neither status nor fault if the question may be asked again
  private PeerAnswer ask(
      Optional<Place> place,
      List<String> collections,
      PeerQuestion question,
      boolean isLast,
      Sending sending) {
    if (place.isEmpty()) {
      return unanswered(collections, isLast ? "has no instance that answers for it" : null);
    }
    Call call = call(question);
    boolean reads = Subject.reads(call);
    List<Integer> partitions =
        collections.stream()
            .map(catalog::settings)
            .filter(each -> each != null)
            .map(CollectionSettings::partition)
            .distinct()
            .toList();
    if (partitions.isEmpty()) {
      return unanswered(collections, "was deleted meanwhile");
    }
    Route.Elsewhere to = routing.toAsk(place.get(), partitions, reads, isLast);
    try {
      RelayClient.Answer answer = sending.send(to, new Question(call, JSON, question.json()));
      if (answer.status() == HttpStatus.SC_UNAUTHORIZED) {
        return unanswered(
            collections, "is at an instance with another neardup.cluster.instance-key");
      }
      return new PeerAnswer(collections, answer.status(), answer.body(), null);
    } catch (IOException e) {
      routing.unaccepted(to, isRefusal(e));
      boolean isRead = !(e instanceof NotReadException);
      boolean isEnd = isLast || isRead && !reads;
      if (isEnd) { // clients are not told addresses of instances
        log.warn("No answer about {} from {}: {}", collections, to.instance(), e.getMessage());
      }
      return unanswered(
          collections,
          isEnd ? "got no answer from its instance" + (isRead ? " in time" : "") : null);
    }
  }

  /// Asks a partition's owner for its position, see [HostedPartitions#ownerPosition].
  public long position(int partition) {
    Place place = routing.place(partition, true);
    if (place == null || place.asReplica()) {
      return HostedPartitions.NO_POSITION;
    }
    Route.Elsewhere to = routing.toAsk(place, List.of(partition), true, false);
    try {
      RelayClient.Answer answer = client.ask(to, POSITION, to.patience());
      return answer.status() == HttpStatus.SC_OK
          ? Long.parseLong(new String(answer.body(), StandardCharsets.US_ASCII))
          : HostedPartitions.NO_POSITION;
    } catch (IOException e) {
      routing.unaccepted(to, isRefusal(e));
      return HostedPartitions.NO_POSITION;
    }
  }

  private static boolean isRefusal(IOException e) {
    return e instanceof NotReadException unread && unread.isRefusal();
  }

  private static PeerAnswer unanswered(List<String> collections, @Nullable String fault) {
    return new PeerAnswer(collections, 0, new byte[0], fault);
  }
}
