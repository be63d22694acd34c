package io.neardup.cluster.routing;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.relay.Call;
import io.neardup.cluster.relay.Hop;
import io.neardup.cluster.relay.RelayClient;
import io.neardup.cluster.relay.RelayClient.NotReadException;
import io.neardup.cluster.relay.RelayClient.Question;
import io.neardup.cluster.relay.Route;
import io.neardup.service.Peers;
import io.neardup.store.CollectionSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Asks the instances that own the partitions of collections. A question is asked again only if it
/// was certainly not read.
public final class Instances implements Peers {

  /// How long an answer is awaited.
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// How long the next line of an answer is awaited.
  private static final Duration SILENCE = Duration.ofMinutes(5);

  /// How long an owner is awaited.
  private static final Duration OWNER = Duration.ofSeconds(2);

  private static final long PAUSE_MILLIS = 50;

  private final RelayClient client;
  private final ClusterRouting routing;
  private final Members members;
  private final Catalog catalog;

  public Instances(RelayClient client, ClusterRouting routing, Members members, Catalog catalog) {
    this.client = client;
    this.routing = routing;
    this.members = members;
    this.catalog = catalog;
  }

  /// How a question is sent, and its answer read.
  @FunctionalInterface
  private interface Sending {
    RelayClient.Answer send(Route.Elsewhere to, Question question) throws IOException;
  }

  @Override
  public List<PeerAnswer> ask(
      Collection<String> collections, Function<List<String>, PeerQuestion> question) {
    long end = System.nanoTime() + OWNER.toNanos();
    List<PeerAnswer> answers = new ArrayList<>();
    Set<String> open = new HashSet<>(collections);
    Sending whole = (to, asked) -> client.ask(to, asked, LIMIT);
    while (!open.isEmpty()) {
      Map<String, List<String>> byOwner = new HashMap<>();
      open.forEach(name -> byOwner.computeIfAbsent(owner(name), _ -> new ArrayList<>()).add(name));
      boolean isLast = System.nanoTime() - end > 0;
      List<CompletableFuture<PeerAnswer>> asked =
          byOwner.entrySet().stream()
              .map(
                  each -> later(() -> ask(each.getKey(), each.getValue(), question, isLast, whole)))
              .toList();
      for (CompletableFuture<PeerAnswer> each : asked) {
        PeerAnswer answer = each.join();
        if (answer.status() > 0 || answer.fault() != null) {
          answers.add(answer);
          open.removeAll(answer.collections());
        }
      }
      pause(open.isEmpty());
    }
    return answers;
  }

  @Override
  public PeerAnswer lines(
      String collection, PeerQuestion question, BooleanSupplier goesOn, Consumer<byte[]> line) {
    long end = System.nanoTime() + OWNER.toNanos();
    while (true) {
      PeerAnswer answer =
          ask(
              owner(collection),
              List.of(collection),
              _ -> question,
              System.nanoTime() - end > 0,
              (to, asked) -> client.lines(to, asked, SILENCE, goesOn, line));
      if (answer.status() > 0 || answer.fault() != null) {
        return answer;
      }
      pause(!goesOn.getAsBoolean());
    }
  }

  /// The owner of a collection, empty if none is known.
  private String owner(String collection) {
    CollectionSettings settings = catalog.settings(collection);
    String owner = settings == null ? null : members.owner(settings.partition());
    return owner == null ? "" : owner;
  }

  private static <T> CompletableFuture<T> later(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, work -> Thread.ofVirtual().start(work));
  }

  /// @param isLast whether the question is not asked again
  /// @return without status and fault if it may be asked again
  private PeerAnswer ask(
      String owner,
      List<String> collections,
      Function<List<String>, PeerQuestion> question,
      boolean isLast,
      Sending sending) {
    if (owner.isEmpty()) {
      return unanswered(collections, isLast ? "has no instance that answers for it" : null);
    }
    List<Integer> partitions =
        collections.stream()
            .map(catalog::settings)
            .filter(each -> each != null)
            .map(CollectionSettings::partition)
            .distinct()
            .toList();
    Route.Elsewhere to = routing.toOwner(owner, partitions);
    PeerQuestion asked = question.apply(collections);
    Map<String, String> attributes = new HashMap<>(to.attributes());
    attributes.put(INTERNAL, "true");
    Hop hop = new Hop("127.0.0.1", to.instance().getScheme(), port(to.instance()), attributes);
    List<Map.Entry<String, String>> headers =
        asked.json() == null
            ? List.of(Map.entry("Accept", "application/json"))
            : List.of(
                Map.entry("Accept", "application/json"),
                Map.entry("Content-Type", "application/json"));
    try {
      RelayClient.Answer answer =
          sending.send(
              to,
              new Question(Call.of(asked.method(), asked.target()), headers, asked.json(), hop));
      return new PeerAnswer(collections, answer.status(), answer.body(), null);
    } catch (NotReadException e) {
      members.suspect(owner);
      return unanswered(collections, isLast ? "is not answered for: " + e.getMessage() : null);
    } catch (IOException e) {
      members.suspect(owner);
      return unanswered(collections, "was not answered for in time: " + e.getMessage());
    }
  }

  private static PeerAnswer unanswered(List<String> collections, @Nullable String fault) {
    return new PeerAnswer(collections, 0, new byte[0], fault);
  }

  private static int port(URI instance) {
    return instance.getPort() >= 0
        ? instance.getPort()
        : "https".equals(instance.getScheme()) ? 443 : 80;
  }

  private static void pause(boolean done) {
    if (!done) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while instances are asked", e);
      }
    }
  }
}
