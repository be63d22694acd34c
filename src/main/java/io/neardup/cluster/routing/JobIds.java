package io.neardup.cluster.routing;

import java.util.Optional;

/// The ids of jobs in a cluster: the id that a client has chosen, or a new one, a dot, and the
/// creation of the collection in base 36. So the id says where the job is, and clients choose ids
/// that are unique in a collection.
public final class JobIds {

  private JobIds() {}

  /// The id of a job of a collection.
  ///
  /// @param creation the number of the creation of the collection
  public static String of(String chosen, long creation) {
    return chosen + "." + Long.toString(creation, Character.MAX_RADIX);
  }

  /// Whether an id is that of a job of a collection.
  ///
  /// @param creation the number of the creation of the collection
  public static boolean isOf(String id, long creation) {
    return creation(id).filter(number -> number == creation).isPresent();
  }

  /// The number of the creation of the collection of a job; empty if it is no id of a job.
  static Optional<Long> creation(String id) {
    try {
      return Optional.of(
          Long.parseLong(id.substring(id.lastIndexOf('.') + 1), Character.MAX_RADIX));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
