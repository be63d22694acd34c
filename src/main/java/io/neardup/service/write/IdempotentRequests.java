package io.neardup.service.write;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.ContentHasher;
import io.neardup.store.ContentHash;
import io.neardup.store.EventLog.Answer;
import io.neardup.store.EventLog.AnswerText;
import io.neardup.store.disk.DocumentStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Executes requests with an idempotency key once: the answer is stored with the writes, in one
/// commit, and returned again for a day.
public final class IdempotentRequests {

  private static final int HASH_BYTES = 16;
  private static final int HASH_DIGITS = 2 * HASH_BYTES;

  private final DocumentStore store;
  private final Clock clock;
  private final Map<ContentHash, UnderWay> underWay = new ConcurrentHashMap<>();

  private record UnderWay(String request, CompletableFuture<String> answer) {}

  /// @param store of the answers
  public IdempotentRequests(DocumentStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /// The work of a request.
  @FunctionalInterface
  public interface KeyedWork {

    /// Executes it.
    ///
    /// @param keep creates the answer to be stored
    /// @return the answer, once it is stored
    CompletableFuture<String> run(Keep keep);
  }

  /// Creates the answer to be stored.
  @FunctionalInterface
  public interface Keep {

    /// Creates it.
    ///
    /// @param chars its approximate number of characters
    Answer of(int chars, AnswerText answer);
  }

  /// An answer.
  ///
  /// @param again whether it was returned before
  public record Reply(String answer, boolean again) {}

  /// Executes a request, or waits for the same one in progress, or returns its stored answer.
  /// Blocks while another request with the key is in progress, which may fail.
  ///
  /// @param scope of the key: the same key in another scope is independent
  /// @param formerScope under which earlier versions stored the answer
  /// @param request its content, which must be the same for the same key
  /// @throws RequestException KEY_REUSED if the key was used for another request
  public CompletableFuture<Reply> once(
      String key, String scope, String formerScope, byte[] request, KeyedWork work) {
    ContentHash name = name(scope, key);
    String requestHash = HexFormat.of().formatHex(hash(request));
    UnderWay mine = new UnderWay(requestHash, new CompletableFuture<>());
    UnderWay first = underWay.putIfAbsent(name, mine);
    while (first != null && !first.request.equals(requestHash)) {
      var _ =
          first.answer.handle((answer, failure) -> true).join(); // it may fail: its key is unused
      first = underWay.putIfAbsent(name, mine);
    }
    if (first != null) {
      return first.answer.thenApply(answer -> new Reply(answer, true));
    }
    try {
      String known =
          store
              .answers()
              .find(name, clock.instant())
              .or(() -> store.answers().find(name(formerScope, key), clock.instant()))
              .orElse(null);
      if (known != null) {
        requireSame(known.substring(0, HASH_DIGITS), requestHash);
        String answer = known.substring(HASH_DIGITS);
        settle(name, mine, answer, null);
        return CompletableFuture.completedFuture(new Reply(answer, true));
      }
      CompletableFuture<String> done =
          work.run((chars, answer) ->
              new Answer(
                  name,
                  clock.instant(),
                  HASH_DIGITS + chars,
                  position -> requestHash + answer.of(position)));
      var _ = done.whenComplete((answer, failure) -> settle(name, mine, answer, failure));
      return done.thenApply(answer -> new Reply(answer, false));
    } catch (RuntimeException e) {
      settle(name, mine, null, e);
      throw e;
    }
  }

  private void settle(
      ContentHash name, UnderWay mine, @Nullable String answer, @Nullable Throwable failure) {
    underWay.remove(name, mine);
    if (failure != null) {
      mine.answer.completeExceptionally(failure);
    } else {
      mine.answer.complete(answer);
    }
  }

  private static void requireSame(String known, String request) {
    if (!known.equals(request)) {
      throw new RequestException(
          Fault.KEY_REUSED,
          "Idempotency-Key",
          "was used for another request before; use a new key for each request");
    }
  }

  private static ContentHash name(String scope, String key) {
    ByteBuffer bytes =
        ByteBuffer.wrap(
            hash(scope.getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8)));
    return new ContentHash(bytes.getLong(), bytes.getLong());
  }

  /// The first 128 bits of the SHA-256 of the parts, each preceded by its length.
  private static byte[] hash(byte[]... parts) {
    MessageDigest digest = ContentHasher.sha256();
    for (byte[] part : parts) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
      digest.update(part);
    }
    return Arrays.copyOf(digest.digest(), HASH_BYTES);
  }
}
