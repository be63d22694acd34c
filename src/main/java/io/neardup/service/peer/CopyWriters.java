package io.neardup.service.peer;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.util.LinkedHashMap;
import java.util.Map;

/// The instances that run the jobs that copy documents to this one: the epoch of each, a number
/// that is larger for a later owner of the collection that is copied. What an earlier owner sends
/// is refused once a later one has sent something. Known while this process runs.
public final class CopyWriters {

  private static final int MAX = 1_000;

  private final Map<String, Long> epochs = new LinkedHashMap<>() { // guarded by this

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX;
        }
      };

  /// Refuses a batch of an earlier owner.
  ///
  /// @throws RequestException CONFLICT if so
  synchronized void require(String job, long epoch) {
    if (epochs.merge(job, epoch, Math::max) > epoch) {
      throw new RequestException(
          Fault.CONFLICT, "job", "'" + job + "' is run by another instance by now");
    }
  }
}
