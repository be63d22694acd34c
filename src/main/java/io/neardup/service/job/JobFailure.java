package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// Why a job failed, as it is stored.
///
/// @param fault of a request; null for other failures
/// @param storeFault of the store or the disk; null for other failures
/// @param field the field of the request
/// @param message of the exception; empty for an internal error, which is in the log
public record JobFailure(
    @Nullable Fault fault, @Nullable StoreFault storeFault, String field, String message) {

  static JobFailure of(Throwable failure) {
    return switch (failure) {
      case CompletionException e when e.getCause() != null -> of(e.getCause());
      case RequestException e -> new JobFailure(e.kind(), null, e.field(), e.message());
      case StoreException e -> new JobFailure(null, e.kind(), "", String.valueOf(e.getMessage()));
      default -> new JobFailure(null, null, "", "");
    };
  }

  /// Whether a collection of the job was deleted.
  boolean isOfDeletedCollection() {
    return storeFault == StoreFault.NO_COLLECTION || storeFault == StoreFault.SUPERSEDED;
  }

  /// Whether the same may succeed later: an instance does not answer, or not to the end.
  boolean mayPass() {
    return fault == Fault.UNAVAILABLE || fault == Fault.MOVED || fault == Fault.STOPPING;
  }

  /// Whether the service is at fault.
  boolean isInternal() {
    return fault == null && storeFault == null;
  }

  public RuntimeException exception() {
    if (fault != null) {
      return new RequestException(fault, field, message);
    }
    return storeFault != null
        ? new StoreException(storeFault, message)
        : new IllegalStateException("the job failed");
  }
}
