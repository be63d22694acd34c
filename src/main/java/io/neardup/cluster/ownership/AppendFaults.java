package io.neardup.cluster.ownership;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import org.jspecify.annotations.Nullable;

/// Why appends to the log of a partition are refused, or fail.
record AppendFaults(int partition) {

  static StoreException deleted(String collection) {
    return new StoreException(
        StoreFault.NO_COLLECTION,
        "'" + collection + "' was deleted after this request had begun; create it");
  }

  static RequestException tooLarge() {
    return new RequestException(
        Fault.TOO_LARGE,
        "id",
        "names a document that is larger than an event of the cluster may be; store it without its"
            + " text, or set max.request.size and message.max.bytes of Kafka");
  }

  /// @param reason a clause about the partition
  RequestException notWritten(String reason) {
    return new RequestException(
        Fault.UNAVAILABLE,
        "id",
        "cannot be written, as partition "
            + partition
            + " "
            + reason
            + "; nothing was written, try again");
  }

  StoreException unknown(@Nullable Throwable cause) {
    return new StoreException(
        StoreFault.IO,
        "It is not known whether the write is stored: partition "
            + partition
            + " could not be written, or was assigned to another instance. Read the document, or"
            + " write it again.",
        cause);
  }
}
