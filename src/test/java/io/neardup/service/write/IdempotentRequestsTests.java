package io.neardup.service.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.write.IdempotentRequests.Reply;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A request with a key that another one has, which is still in progress, waits for its outcome.
class IdempotentRequestsTests {

  @TempDir private Path data;

  private final CompletableFuture<Boolean> released = new CompletableFuture<>();
  private final CompletableFuture<Reply> second = new CompletableFuture<>();
  @AutoClose private DocumentStore store;
  private Incarnation collection;
  private IdempotentRequests requests;
  private CompletableFuture<Reply> first;

  @BeforeEach
  void begin() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collection = LoadedCollections.of(store).get(null).incarnation();
    requests = new IdempotentRequests(store, Clock.systemUTC());
    first = request("first", released);
    Thread waiting =
        Thread.startVirtualThread(() -> {
          try {
            second.complete(request("second", CompletableFuture.completedFuture(true)).join());
          } catch (RuntimeException e) {
            second.completeExceptionally(e);
          }
        });
    Eventually.await().until(() -> waiting.getState() == Thread.State.WAITING || second.isDone());
    assertThat(second).isNotDone();
  }

  @Test
  void itIsExecutedIfTheOtherFails() {
    released.completeExceptionally(new IllegalStateException("the disk fails"));
    assertThat(first).isCompletedExceptionally();
    assertThat(second.join()).isEqualTo(new Reply("second", false));
    assertThat(request("second", released).join()).isEqualTo(new Reply("second", true));
  }

  @Test
  void itIsRefusedIfTheOtherIsStored() {
    released.complete(true);
    assertThat(first.join()).isEqualTo(new Reply("first", false));
    assertThatThrownBy(second::join)
        .cause()
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.KEY_REUSED));
  }

  /// A request that stores its own name as the answer, after `begin`.
  private CompletableFuture<Reply> request(String name, CompletableFuture<?> begin) {
    return requests.once(
        "key",
        "scope",
        "former scope",
        name.getBytes(StandardCharsets.UTF_8),
        keep ->
            begin
                .thenCompose(any ->
                    store
                        .log()
                        .appendLater(
                            collection,
                            List.of(),
                            keep.of(name.length(), position -> name),
                            () -> true))
                .thenApply(positions -> name));
  }
}
