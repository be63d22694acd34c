package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// A kind of jobs. Stateless and thread-safe.
public interface JobKind {

  /// Its name in requests.
  String name();

  /// The fields of a [JobRequest] that it has, besides the kind.
  Set<String> fields();

  /// The columns of its results as a table, in order: fields of a result, or of the objects in its
  /// `members`, each of which makes a row.
  List<String> columns();

  /// Whether it stores or deletes documents, which requires the permission to write.
  default boolean writes(JobRequest request) {
    return false;
  }

  /// Whether clients may request it; others result from other calls.
  default boolean isRequestable() {
    return true;
  }

  /// Checks the parameters and returns the work. Called when a job is requested, and again when it
  /// begins; short.
  ///
  /// @throws RequestException if a parameter is invalid, or names what does not exist
  JobWork prepare(JobRequest request, JobScope scope);

  /// The collections that a job may use.
  ///
  /// @param collection its own
  /// @param others by name
  record JobScope(DocumentCollection collection, Function<String, DocumentCollection> others) {

    /// Another collection.
    ///
    /// @param field that names it
    /// @throws RequestException if it does not exist, may not be used, or is the same
    DocumentCollection other(String field, String name) {
      DocumentCollection other;
      try {
        other = others.apply(name);
      } catch (RequestException e) {
        throw new RequestException(e.kind(), field, e.message());
      }
      if (other == collection) {
        throw RequestException.invalid(field, "must name another collection than that of the job");
      }
      return other;
    }
  }

  /// The work of a job.
  @FunctionalInterface
  interface JobWork {

    /// Does it. Appends results and reports its progress to the context, and checks the context
    /// periodically; if the context throws, it ends.
    void run(JobContext context);
  }

  /// A kind of jobs that changes documents by what an earlier job has left, which the field `of`
  /// names. It results from a call of that job, not from a request.
  interface FollowUpKind extends JobKind {

    @Override
    default Set<String> fields() {
      return Set.of("of");
    }

    @Override
    default boolean writes(JobRequest request) {
      return true;
    }

    @Override
    default boolean isRequestable() {
      return false;
    }
  }
}
