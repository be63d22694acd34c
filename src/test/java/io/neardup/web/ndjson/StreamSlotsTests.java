package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamSlotsTests {

  @Test
  void oneCallerHasThreeQuartersAtMost() {
    StreamSlots slots = new StreamSlots(8);
    List<StreamSlots.Slot> own = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      own.add(slots.take("a"));
    }
    requireRefused(slots, "a", Kind.TOO_MANY_REQUESTS);
    StreamSlots.Slot first = slots.take("b");
    StreamSlots.Slot second = slots.take("b");
    requireRefused(slots, "b", Kind.UNAVAILABLE);
    requireRefused(slots, "c", Kind.UNAVAILABLE);
    own.getFirst().close();
    StreamSlots.Slot third = slots.take("c");
    requireRefused(slots, "a", Kind.UNAVAILABLE);
    List.of(first, second, third).forEach(StreamSlots.Slot::close);
    assertThat(slots.take("a")).isNotNull();
  }

  @Test
  void aSingleSlotIsForEverybodyInTurn() {
    StreamSlots slots = new StreamSlots(1);
    for (String caller : List.of("a", "b", "a")) {
      StreamSlots.Slot only = slots.take(caller);
      requireRefused(slots, "z", Kind.UNAVAILABLE);
      only.close();
    }
  }

  private static void requireRefused(StreamSlots slots, String caller, Kind kind) {
    assertThatThrownBy(() -> slots.take(caller))
        .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
