package io.neardup.service.job;

import io.neardup.service.RequestException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parameters of a job as requested. Null values have defaults; each kind of job has some of
/// them.
///
/// @param kind the name of a [JobKind]
/// @param filter conditions on the documents of the collection
/// @param maxDistance in bits; that of the collection if null
/// @param recall the requested probability of finding a pair at that distance
/// @param by what forms a group
/// @param survivor the document of a group to keep
/// @param field the metadata field that decides on the survivor
/// @param action what is done with duplicates: `disable` or `remove`
/// @param dryRun whether duplicates are only listed
/// @param with the collection to compare with
/// @param withFilter conditions on its documents
/// @param to the collection to copy to
/// @param onDuplicate how to store copies that have near-duplicates there
/// @param of the job whose results are applied, or whose changes are undone
/// @param profiles the names of the profiles to evaluate
/// @param from what is evaluated: `documents` or `judgements`
/// @param seed of the evaluation
/// @param editRate the share of words up to which an edited text is a near-duplicate
/// @param duplicatesPerDocument how many near-duplicates a document has on average
public record JobRequest(
    String kind,
    @Nullable List<@Nullable String> filter,
    @Nullable Integer maxDistance,
    @Nullable Double recall,
    @Nullable String by,
    @Nullable String survivor,
    @Nullable String field,
    @Nullable String action,
    @Nullable Boolean dryRun,
    @Nullable String with,
    @Nullable List<@Nullable String> withFilter,
    @Nullable String to,
    @Nullable String onDuplicate,
    @Nullable String of,
    @Nullable List<@Nullable String> profiles,
    @Nullable String from,
    @Nullable Long seed,
    @Nullable Double editRate,
    @Nullable Double duplicatesPerDocument) {

  /// The application of the results of a job.
  static JobRequest applying(String of) {
    return of(ApplyJob.NAME, of);
  }

  /// The undoing of a clean-up.
  static JobRequest undoing(String of) {
    return of(UndoJob.NAME, of);
  }

  private static JobRequest of(String kind, String of) {
    return new JobRequest(
        kind, null, null, null, null, null, null, null, null, null, null, null, null, of, null,
        null, null, null, null);
  }

  /// Refuses fields that a kind does not have.
  ///
  /// @param fields of the kind
  /// @throws RequestException if another one is given
  void requireOnly(Set<String> fields) {
    for (RecordComponent each : JobRequest.class.getRecordComponents()) {
      String name = each.getName();
      if (!name.equals("kind") && !fields.contains(name) && value(each) != null) {
        throw RequestException.invalid(
            name,
            "is not a field of jobs of kind "
                + kind
                + "; those are "
                + String.join(", ", fields.stream().sorted().toList()));
      }
    }
  }

  private @Nullable Object value(RecordComponent component) {
    try {
      return component.getAccessor().invoke(this);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e); // the accessors are public and throw nothing
    }
  }

  /// The value of a field that a kind requires.
  ///
  /// @throws RequestException if it is missing
  static String required(@Nullable String value, String field, String remedy) {
    if (value == null) {
      throw RequestException.invalid(field, "is missing; " + remedy);
    }
    return value;
  }
}
