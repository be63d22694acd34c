package io.neardup.cli.corpus;

import io.neardup.simhash.FeatureVector;
import java.util.BitSet;

/// Reads the records of files once more, for the features of some of them.
@FunctionalInterface
public interface FeaturePass {

  /// Passes the features of some records to `reader`, in the order of the records.
  ///
  /// @param records their numbers, from 0 in the order of the files
  /// @throws io.neardup.cli.files.FileFailure if a file cannot be read, or was changed
  void read(BitSet records, Reader reader);

  /// Receives features.
  @FunctionalInterface
  interface Reader {

    /// Receives the features of a record, on the thread that called [FeaturePass#read].
    void read(int record, FeatureVector features);
  }
}
