package io.neardup.cluster.routing;

import java.util.Optional;

/// Job ids in a cluster: an id chosen by the client or generated, a dot, and the collection's
/// creation number in base 36. So the id tells where the job is, and client-chosen ids need only be
/// unique in a collection.
public final class JobIds {

  private JobIds() {}

  /// The id of a job of a collection.
  ///
  /// @param chosen with or without the collection's suffix
  /// @param creation the collection's creation number
  public static String of(String chosen, long creation) {
    String suffix = "." + Long.toString(creation, Character.MAX_RADIX);
    return chosen.endsWith(suffix) ? chosen : chosen + suffix;
  }

  /// The creation number of a job's collection; empty if this is not a job id.
  static Optional<Long> creation(String id) {
    try {
      return Optional.of(
          Long.parseLong(id.substring(id.lastIndexOf('.') + 1), Character.MAX_RADIX));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
