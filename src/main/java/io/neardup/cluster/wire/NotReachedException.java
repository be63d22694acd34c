package io.neardup.cluster.wire;

import org.jspecify.annotations.Nullable;

/// An instance was not reached: it has not executed the request.
public final class NotReachedException extends RuntimeException {

  NotReachedException(String instance, String why, @Nullable Throwable cause) {
    super(instance + " is not reached: " + why, cause);
  }
}
