package io.neardup.service.job;

import io.neardup.service.RequestException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A page of jobs, newest first.
///
/// @param next the cursor of the next page, null after the last one
public record JobPage(List<JobStatus> jobs, @Nullable String next) {

  static final Comparator<JobStatus> NEWEST_FIRST =
      Comparator.comparing(JobStatus::createdAt).reversed().thenComparing(JobStatus::id);

  /// A page.
  ///
  /// @param jobs in any order
  /// @param after the cursor of the page before, null for the first page
  /// @throws RequestException if that is not a cursor
  static JobPage of(Stream<JobStatus> jobs, @Nullable String after, int limit) {
    Cursor from = after == null ? null : Cursor.parse(after);
    List<JobStatus> found =
        jobs.sorted(NEWEST_FIRST)
            .filter(status -> from == null || from.isBefore(status))
            .limit(limit + 1L)
            .toList();
    boolean more = found.size() > limit;
    List<JobStatus> page = more ? found.subList(0, limit) : found;
    return new JobPage(page, more ? Cursor.of(page.getLast()).toString() : null);
  }

  /// The place of a job in the list.
  record Cursor(Instant createdAt, String id) {

    static Cursor of(JobStatus status) {
      return new Cursor(status.createdAt(), status.id());
    }

    static Cursor parse(String text) {
      int dot = text.indexOf('.');
      try {
        return new Cursor(
            Instant.ofEpochMilli(Long.parseLong(text.substring(0, Math.max(0, dot)))),
            text.substring(dot + 1));
      } catch (NumberFormatException e) {
        throw RequestException.invalid(
            "after", "must be 'next' of the page before, was '" + text + "'");
      }
    }

    /// Whether that job comes later in the list.
    boolean isBefore(JobStatus status) {
      int order = createdAt.compareTo(status.createdAt());
      return order > 0 || order == 0 && id.compareTo(status.id()) < 0;
    }

    @Override
    public String toString() {
      return createdAt.toEpochMilli() + "." + id;
    }
  }
}
