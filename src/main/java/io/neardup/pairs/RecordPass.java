package io.neardup.pairs;

import java.util.BitSet;

/// Reads records once more, for values of some of them, such as their features.
///
/// @param <T> the values
@FunctionalInterface
public interface RecordPass<T> {

  /// Passes the values of some records to `reader`, in the order of the records.
  ///
  /// @param records their numbers; one that no longer exists is left out
  void read(BitSet records, Reader<T> reader);

  /// Receives values.
  @FunctionalInterface
  interface Reader<T> {

    /// Receives the value of a record, on the thread that called [RecordPass#read].
    void read(int record, T value);
  }
}
