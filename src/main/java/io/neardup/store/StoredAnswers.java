package io.neardup.store;

import java.time.Instant;
import java.util.Optional;

/// The answers to requests with an idempotency key.
public interface StoredAnswers {

  /// The answer to the request with that key, if it is recent enough.
  ///
  /// @param key the hash of the idempotency key
  Optional<String> find(ContentHash key, Instant now);

  /// Deletes the answers of past days.
  void removeOld(Instant now);
}
