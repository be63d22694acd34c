package io.neardup.service.job;

import io.neardup.service.CollectionAccess;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;

/// What the current caller may do with jobs.
///
/// @param access to collections
record JobPermissions(CollectionAccess access) {

  /// Whether the caller may see a job: it uses no collection that is closed to the caller.
  boolean isVisible(JobStatus status) {
    return status.collections().allMatch(access::permits);
  }

  /// Refuses jobs that change documents unless the caller may.
  ///
  /// @throws RequestException FORBIDDEN
  void requireUse(JobRequest request) {
    if (request.writes() && !access.permitsWrites()) {
      throw new RequestException(
          Fault.FORBIDDEN,
          "kind",
          "'" + request.kind() + "' changes documents: it needs the role write");
    }
  }

  /// Refuses to restart, cancel or delete a job of another caller without the role write.
  ///
  /// @throws RequestException FORBIDDEN
  void requireChange(String caller, JobStatus status) {
    if (!caller.equals(status.caller()) && !access.permitsWrites()) {
      throw new RequestException(
          Fault.FORBIDDEN, "id", "names a job of another caller; that needs the role write");
    }
  }
}
