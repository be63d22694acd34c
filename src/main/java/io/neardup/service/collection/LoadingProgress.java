package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;

/// The progress of loading the documents.
///
/// @param read number of documents read
/// @param estimated approximate number of all documents
/// @param done whether all were read
public record LoadingProgress(long read, long estimated, boolean done) {

  /// The approximate share read so far, 0.0 to 1.0.
  public double share() {
    return done ? 1 : (double) read / Math.max(1, Math.max(read + 1, estimated));
  }

  /// Refuses requests until all documents are read.
  ///
  /// @throws RequestException LOADING
  void requireDone() {
    if (!done) {
      throw new RequestException(
          Fault.LOADING,
          "",
          "the documents are being read: "
              + read
              + " of about "
              + estimated
              + "; try again in a few seconds, GET /actuator/health/readiness reports the"
              + " progress");
    }
  }
}
