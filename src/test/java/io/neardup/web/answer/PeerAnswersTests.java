package io.neardup.web.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.Peers;
import io.neardup.service.Peers.PeerAnswer;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.CollectionSelection;
import io.neardup.service.collection.CollectionSelection.Missing;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.json.JsonMapper;

/// Lookups in several collections while some of them have no instance that answers. Collections
/// whose names begin with a are here, the others are at another instance.
class PeerAnswersTests {

  private static final CollectionChange SETTINGS =
      new CollectionChange("simhash-256-v1", null, true, null, WeightSource.PROFILE, false, null);

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private DocumentCollections collections;
  private Set<String> assigned = Set.of(); // of those that are here
  private PeerAnswer answer = new PeerAnswer(List.of(), 0, new byte[0], "got no answer");

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    CollectionBackend local = CollectionBackend.local(store, Clock.systemUTC());
    Peers peers =
        proxy(
            Peers.class,
            (proxy, called, arguments) -> {
              List<String> asked =
                  ((Collection<?>) arguments[0]).stream().map(String::valueOf).toList();
              return List.of(new PeerAnswer(asked, answer.status(), answer.body(), answer.fault()));
            });
    collections =
        LoadedCollections.of(
            store,
            proxy(
                CollectionBackend.class,
                (proxy, called, arguments) ->
                    switch (called.getName()) {
                      case "answersFor" ->
                          ((CollectionSettings) arguments[0]).name().startsWith("a");
                      case "peers" -> peers;
                      case "requireCurrent" -> current(((CollectionSettings) arguments[0]).name());
                      default -> called.invoke(local, arguments);
                    }));
    Stream.of("a1", "a2", "b1").forEach(name -> collections.put(name, SETTINGS));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            PeerAnswersTests.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object current(String name) {
    if (assigned.contains(name)) {
      throw new RequestException(
          Fault.UNAVAILABLE, "collection", "'" + name + "' is being assigned");
    }
    return name;
  }

  /// The names of the collections that are searched, then those that are not, with the reasons.
  private List<String> lookup(String names) {
    return List.of(
        new PeerAnswers(collections, new JsonMapper())
            .<String[], String>lookup(
                new MockHttpServletRequest(),
                CollectionSelection.of(names, collections, each -> null),
                "/duplicates",
                () -> "",
                String[].class,
                (some, context) -> some.names().toArray(String[]::new),
                (a, b) -> joined(Stream.of(a), Stream.of(b)),
                (found, missing) ->
                    joined(Stream.of(found), missing.stream().map(Missing::toString)))
            .apply(""));
  }

  private static String[] joined(Stream<String> a, Stream<String> b) {
    return Stream.concat(a, b).toArray(String[]::new);
  }

  private static PeerAnswer refusal(int status, String type, String message) {
    return answer(
        status,
        """
        {"type": "urn:neardup:problem:%s",
         "errors": [{"field": "collection", "message": "%s"}]}\
        """
            .formatted(type, message));
  }

  private static PeerAnswer answer(int status, String json) {
    return new PeerAnswer(List.of(), status, json.getBytes(StandardCharsets.UTF_8), null);
  }

  @Test
  void collectionsThatAreBeingAssignedHereAreMissing() {
    assigned = Set.of("a1");
    assertThat(lookup("a1,a2"))
        .containsExactly("a2", "Missing[collection=a1, reason='a1' is being assigned]");
    assigned = Set.of("a1", "a2");
    assertThatThrownBy(() -> lookup("a1,a2")).hasMessageContaining("not searched by any instance");
  }

  @Test
  void collectionsThatAreBeingAssignedElsewhereAreMissing() {
    answer = answer(200, "[\"b1\"]");
    assertThat(lookup("a1,b1")).containsExactly("a1", "b1");
    answer = refusal(503, "busy", "is being assigned");
    assertThat(lookup("a1,b1"))
        .containsExactly("a1", "Missing[collection=b1, reason=is being assigned]");
    answer = new PeerAnswer(List.of(), 0, new byte[0], "got no answer");
    assertThat(lookup("a1,b1"))
        .containsExactly("a1", "Missing[collection=b1, reason=got no answer]");
  }

  /// The refusal of the other instance names collections that the caller may not use.
  @Test
  void collectionsThatWereDeletedElsewhereAreMissing() {
    answer = refusal(404, "not-found", "must name one that exists: secret");
    assertThat(lookup("a1,b1"))
        .containsExactly("a1", "Missing[collection=b1, reason=was deleted meanwhile]");
  }

  /// An instance that is too busy refuses the whole lookup, as a single process does.
  @Test
  void otherRefusalsAreRefusals() {
    answer =
        answer(503, "{\"type\": \"urn:neardup:problem:busy\", \"detail\": \"too many lookups\"}");
    assertThatThrownBy(() -> lookup("a1,b1")).hasMessageContaining("too many lookups");
  }
}
