package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.WholeRead;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A kind of jobs. Stateless and thread-safe.
///
/// @param <R> its requests
/// @param requests the class of its requests
/// @param tables the columns of the results of a request as a table, in order: fields of a result,
///   or of the objects in its `members`, each of which makes a row
/// @param preparation see [#prepare]
public record JobKind<R extends JobRequest>(
    Class<R> requests,
    Function<R, List<String>> tables,
    BiFunction<R, JobScope, JobWork> preparation) {

  /// A kind all of whose results have the same columns.
  public JobKind(
      Class<R> requests, List<String> columns, BiFunction<R, JobScope, JobWork> preparation) {
    this(requests, any -> columns, preparation);
  }

  public List<String> columns(JobRequest request) {
    return tables.apply(requests.cast(request));
  }

  /// Checks the parameters of a request of this kind and returns the work. Called when a job is
  /// requested, and again when it begins; short.
  ///
  /// @throws RequestException if a parameter is invalid, or names what does not exist
  public JobWork prepare(JobRequest request, JobScope scope) {
    JobWork work = preparation.apply(requests.cast(request), scope);
    return context -> {
      WholeRead whole = scope.collection().readWhole();
      work.run(context);
      whole.check(); // before the results count
    };
  }

  /// The fields of results of a class, as columns.
  public static List<String> columns(Class<? extends Record> results) {
    return Arrays.stream(results.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  /// The value of a field that a kind requires.
  ///
  /// @throws RequestException if it is missing
  public static String required(@Nullable String value, String field, String remedy) {
    if (value == null) {
      throw RequestException.invalid(field, "is missing; " + remedy);
    }
    return value;
  }

  /// The collections that a job may use.
  ///
  /// @param collection its own
  /// @param others by name
  public record JobScope(
      DocumentCollection collection, Function<String, DocumentCollection> others) {

    /// Another collection.
    ///
    /// @param field that names it
    /// @throws RequestException if it does not exist, may not be used, or is the same
    public DocumentCollection other(String field, String name) {
      DocumentCollection other;
      try {
        other = others.apply(name);
      } catch (RequestException e) {
        throw new RequestException(e.kind(), field, e.message());
      }
      if (other == collection) {
        throw RequestException.invalid(field, "must name another collection than the job runs on");
      }
      return other;
    }
  }

  /// The work of a job.
  @FunctionalInterface
  public interface JobWork {

    /// Does it. Appends results and reports its progress to the context, and checks the context
    /// periodically; if the context throws, it ends.
    void run(JobContext context);
  }
}
