package io.neardup.service.peer;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.util.LinkedHashMap;
import java.util.Map;

/// Fences off stale senders of copy jobs. Remembers each job's highest epoch, a number that grows
/// with each owner of the copied collection; once a later owner has sent a batch, batches from an
/// earlier owner are refused. Kept in memory only.
public final class CopyWriters {

  private static final int MAX = 1_000;

  private final Map<String, Long> epochs = new LinkedHashMap<>() { // guarded by this

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX;
        }
      };

  /// Refuses a batch from an earlier owner.
  ///
  /// @throws RequestException CONFLICT if so
  synchronized void require(String job, long epoch) {
    if (epochs.merge(job, epoch, Math::max) > epoch) {
      throw new RequestException(
          Fault.CONFLICT, "job", "'" + job + "' is now run by another instance");
    }
  }
}
