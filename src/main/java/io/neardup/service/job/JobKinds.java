package io.neardup.service.job;

import io.neardup.service.RequestException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// The kinds of jobs by name.
final class JobKinds {

  private final Map<String, JobKind> byName = new LinkedHashMap<>();

  JobKinds(List<JobKind> kinds) {
    kinds.forEach(kind -> byName.put(kind.name(), kind));
  }

  /// Whether this version has the kind of a stored job.
  boolean has(JobStatus stored) {
    return byName.containsKey(stored.request().kind());
  }

  /// The kind of a job.
  JobKind of(JobStatus status) {
    return Objects.requireNonNull(byName.get(status.request().kind()));
  }

  /// The kind of that name, which exists.
  JobKind named(String name) {
    return Objects.requireNonNull(byName.get(name));
  }

  /// The kind that a client requests.
  ///
  /// @throws RequestException if there is none of that name, or it does not have the fields
  JobKind requested(JobRequest request) {
    JobKind kind = byName.get(request.kind());
    if (kind == null || !kind.isRequestable()) {
      throw RequestException.invalid(
          "kind",
          "must be one of "
              + byName.values().stream()
                  .filter(JobKind::isRequestable)
                  .map(JobKind::name)
                  .collect(Collectors.joining(", "))
              + ", was '"
              + request.kind()
              + "'");
    }
    request.requireOnly(kind.fields());
    return kind;
  }
}
