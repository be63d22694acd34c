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

  /// The progress of one of several parts that take about the same time, in thousandths of a part.
  ///
  /// @param part 0 to `parts - 1`
  default CalibrationProgress part(int part, int parts) {
    return (done, total) ->
        report(1_000L * part + (total == 0 ? 0 : 1_000 * done / total), 1_000L * parts);
  }
}
