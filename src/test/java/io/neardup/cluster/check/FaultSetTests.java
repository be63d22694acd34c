package io.neardup.cluster.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultSetTests {

  @ParameterizedTest
  @CsvSource({
    "INSTANCE_KILLED, 1",
    "INSTANCE_CUT_OFF, 1",
    "BROKER_KILLED, 0",
    "BROKER_KILLED+INSTANCE_KILLED, 1",
    "INSTANCE_KILLED+INSTANCE_SUSPENDED, 2",
    "INSTANCE_CUT_OFF+INSTANCE_KILLED, 2",
    "INSTANCE_KILLED+INSTANCE_CUT_OFF+INSTANCE_SUSPENDED, 3",
  })
  void eachFaultHasAnInstanceOfItsOwn(String names, int silenced) {
    for (int run = 0; run < 6; run++) {
      assertThat(FaultSet.of(names).silenced(3, run)).as("run " + run).hasSize(silenced);
    }
  }
}
