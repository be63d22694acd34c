package io.neardup.calibrate;

/// Receives the progress of a calibration, on its thread, at least every few hundred texts.
@FunctionalInterface
public interface CalibrationProgress {

  /// Ignores it.
  CalibrationProgress NONE = (done, total) -> {};

  /// A part of the work is done.
  ///
  /// @param done in the same unit as `total`, which depends on the kind of calibration
  /// @param total 0 if it is not known
  /// @throws RuntimeException to stop the calibration, which ends with this exception
  void report(long done, long total);
}
