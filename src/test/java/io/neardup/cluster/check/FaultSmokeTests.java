package io.neardup.cluster.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The owner of some collections is killed under load and started again, once: nothing is lost, no
/// read is stale, one of each family is stored, and both instances have the same state. The runs of
/// each kind are a command, see [FaultRun].
class FaultSmokeTests {

  @TempDir private Path folder;

  @Test
  void anInstanceIsKilledUnderLoad() {
    int exit =
        new CommandLine(new FaultRun())
            .execute(
                "--folder=" + folder,
                "--brokers=1",
                "--instances=2",
                "--clients=2",
                "--faults=INSTANCE_KILLED",
                "--seconds=1,8,1",
                "--set=neardup.cluster.replication-factor=1",
                "--set=neardup.cluster.partitions=6");

    assertThat(exit).as("violations are in the output").isZero();
  }
}
