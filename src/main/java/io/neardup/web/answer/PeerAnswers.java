package io.neardup.web.answer;

import io.neardup.service.Awaited;
import io.neardup.service.Peers;
import io.neardup.service.Peers.PeerAnswer;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionSelection;
import io.neardup.service.collection.CollectionSelection.Missing;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import jakarta.servlet.http.HttpServletRequest;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

/// Asks the instances that have the other collections, and merges their answers with this
/// instance's own.
@Component
public record PeerAnswers(DocumentCollections collections, JsonMapper mapper) {

  private static final Executor ON_THREADS = task -> Thread.ofVirtual().start(task);

  /// An answer.
  ///
  /// @param collections it is about
  /// @param value null if the instance did not answer
  /// @param fault why it did not answer, a clause
  public record Answered<T>(List<String> collections, @Nullable T value, @Nullable String fault) {}

  /// Collections split by who answers for them. If another instance asks, this one answers for all,
  /// as owner or in place of the owner.
  ///
  /// @param elsewhere the collections that other instances answer for
  public record Split(List<DocumentCollection> here, List<DocumentCollection> elsewhere) {}

  /// Splits collections by who answers for them, without those that were deleted.
  ///
  /// @throws RequestException UNAVAILABLE if this instance currently cannot answer for one of them
  public Split split(HttpServletRequest request, List<DocumentCollection> all) {
    Split split = byPlace(request, all);
    return new Split(split.here.stream().filter(collections::isCurrent).toList(), split.elsewhere);
  }

  private Split byPlace(HttpServletRequest request, List<DocumentCollection> all) {
    boolean isAsked = request.getAttribute(Peers.INTERNAL) != null;
    Map<Boolean, List<DocumentCollection>> byPlace =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    each -> isAsked || collections.backend().answersFor(each.settings())));
    return new Split(byPlace.getOrDefault(true, List.of()), byPlace.getOrDefault(false, List.of()));
  }

  /// Of collections that this instance answers for, those that it currently cannot search, with the
  /// reasons. Waits for all at once.
  private List<Missing> unsearchable(List<DocumentCollection> here) {
    List<CompletableFuture<List<Missing>>> found =
        here.stream()
            .map(each -> CompletableFuture.supplyAsync(() -> fault(each), ON_THREADS))
            .toList();
    return found.stream().map(Awaited::of).flatMap(List::stream).toList();
  }

  private List<Missing> fault(DocumentCollection collection) {
    try {
      collections.requireCurrent(collection);
      return List.of();
    } catch (RequestException e) {
      return List.of(new Missing(collection.name(), e.message()));
    }
  }

  /// Hides the addresses for instances from clients, as unknown addresses.
  public static void requirePeer(HttpServletRequest request) throws NoResourceFoundException {
    if (request.getAttribute(Peers.INTERNAL) == null) {
      throw new NoResourceFoundException(
          HttpMethod.POST, request.getRequestURI(), request.getRequestURI().substring(1));
    }
  }

  /// Asks for collections on other instances, in the background.
  ///
  /// @return fails with the RequestException of an instance that refuses
  public <T> CompletableFuture<List<Answered<T>>> ask(
      List<DocumentCollection> elsewhere,
      Function<List<String>, PeerQuestion> question,
      Class<T> type) {
    if (elsewhere.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    List<String> names = elsewhere.stream().map(DocumentCollection::name).toList();
    return CompletableFuture.supplyAsync(
        () ->
            collections.backend().peers().ask(names, question).stream()
                .map(answer -> answered(answer, type))
                .toList(),
        ON_THREADS);
  }

  /// Asks for collections on other instances; all answers are needed.
  ///
  /// @throws RequestException UNAVAILABLE if an instance does not answer
  public <T> List<T> askAll(
      List<DocumentCollection> elsewhere,
      Function<List<String>, PeerQuestion> question,
      Class<T> type) {
    return Awaited.of(ask(elsewhere, question, type)).stream().map(PeerAnswers::require).toList();
  }

  /// A lookup in collections, some of which may be on other instances.
  ///
  /// @param path of the lookup, which accepts `body` by POST
  /// @param search of collections on this instance
  /// @param merge of two answers
  /// @param with adds the collections that were not searched to the answer
  public <T, C> Function<C, T> lookup(
      HttpServletRequest request,
      CollectionSelection selected,
      String path,
      Supplier<Object> body,
      Class<T> type,
      BiFunction<CollectionSelection, C, T> search,
      BinaryOperator<T> merge,
      BiFunction<T, List<Missing>, T> with) {
    if (selected.single()) {
      return context -> search.apply(selected, context);
    }
    Split split = byPlace(request, selected.collections());
    return context -> {
      CompletableFuture<List<Answered<T>>> asked =
          ask(split.elsewhere, names -> question(path, names, body.get()), type);
      // Keyed by collection order, so that the merged answer begins with the first collection.
      Map<Integer, T> answers = new TreeMap<>();
      List<String> order = selected.names();
      List<Missing> missing = new ArrayList<>(selected.missing());
      missing.addAll(unsearchable(split.here));
      Set<String> unsearched =
          missing.stream().map(Missing::collection).collect(Collectors.toSet());
      List<DocumentCollection> searched =
          split.here.stream().filter(each -> !unsearched.contains(each.name())).toList();
      if (!searched.isEmpty()) {
        T here = search.apply(selected.of(searched, List.of()), context);
        answers.put(order.indexOf(searched.getFirst().name()), here);
      }
      for (Answered<T> each : Awaited.of(asked)) {
        T value = each.value;
        if (value == null) {
          each.collections.forEach(name -> missing.add(new Missing(name, each.fault + "")));
        } else {
          answers.put(order.indexOf(each.collections.getFirst()), value);
        }
      }
      if (answers.isEmpty()) {
        throw new RequestException(
            Fault.UNAVAILABLE,
            "collection",
            "is currently not searched by any instance; try again");
      }
      return with.apply(answers.values().stream().reduce(merge).orElseThrow(), missing);
    };
  }

  /// @param names of collections; a single one is also passed as a list
  private PeerQuestion question(String path, List<String> names, Object body) {
    List<String> several = names.size() == 1 ? List.of(names.getFirst(), names.getFirst()) : names;
    String collections =
        several.stream()
            .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
            .collect(Collectors.joining(","));
    return new PeerQuestion(path + "?collection=" + collections, mapper.writeValueAsBytes(body));
  }

  private static <T> T require(Answered<T> answer) {
    T value = answer.value;
    if (value == null) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "'" + answer.collections.getFirst() + "' " + answer.fault + "; try again");
    }
    return value;
  }

  private <T> Answered<T> answered(PeerAnswer answer, Class<T> type) {
    if (answer.fault() != null) {
      return new Answered<>(answer.collections(), null, answer.fault());
    }
    if (answer.status() != HttpURLConnection.HTTP_OK) {
      RequestException refusal = Peers.refusal(mapper.readTree(answer.body()));
      if (refusal.field().equals("collection")) {
        if (refusal.kind() == Fault.UNAVAILABLE) {
          return new Answered<>(answer.collections(), null, refusal.message());
        }
        if (refusal.kind() == Fault.NOT_FOUND) { // the refusal names collections
          return new Answered<>(answer.collections(), null, "was deleted meanwhile");
        }
      }
      throw refusal;
    }
    String json = new String(answer.body(), StandardCharsets.UTF_8);
    return new Answered<>(
        answer.collections(),
        mapper.readerFor(type).withAttribute(RawJson.SOURCE, json).readValue(json),
        null);
  }
}
