package io.neardup.service.collection;

/// The progress of loading the documents.
///
/// @param read number of documents read
/// @param estimated approximate number of all documents
/// @param done whether all were read
public record LoadingProgress(long read, long estimated, boolean done) {

  /// The approximate share that was read, 0.0 to 1.0.
  public double share() {
    return done ? 1 : (double) read / Math.max(1, Math.max(read + 1, estimated));
  }
}
