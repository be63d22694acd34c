package io.neardup.cluster.migration;

import java.util.function.DoubleSupplier;

/// Reports the steps of a migration to a person.
@FunctionalInterface
public interface MigrationSteps {

  /// Begins a step.
  ///
  /// @param name what is done, such as `copying`
  /// @param share of the step that is done, 0.0 to 1.0; called by any thread
  /// @return to be closed at the end of the step
  RunningStep begin(String name, DoubleSupplier share);

  /// A step that has begun.
  @FunctionalInterface
  interface RunningStep extends AutoCloseable {

    @Override
    void close();
  }
}
