package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FairQueueTests {

  private final FairQueue<String> queue = new FairQueue<>();

  /// A waiting task is named by its caller, its stream and its position in the stream.
  private void add(String... things) {
    for (String thing : things) {
      queue.add(thing.substring(0, 1), thing.substring(0, 2), thing);
    }
  }

  /// Takes that many tasks, each with this amount of work.
  private List<String> take(int count, Map<String, Integer> work) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String next = queue.next();
      if (next == null) {
        break;
      }
      taken.add(next);
      queue.done(next.substring(0, 1), work.get(next.substring(0, 1)));
    }
    return taken;
  }

  @Test
  void callersAlternateRegardlessOfTheirStreams() {
    add("Ax1", "Ay1", "Az1", "Ax2", "Ay2", "Bx1", "Bx2");
    assertThat(take(9, Map.of("A", 1, "B", 1)))
        .containsExactly("Ax1", "Bx1", "Ay1", "Bx2", "Az1", "Ax2", "Ay2");
    assertThat(queue.next()).isNull();
  }

  @Test
  void callerWithLittleWorkGoesBeforeOneWithMuch() {
    add("Ax1", "Ax2", "Ax3");
    assertThat(take(1, Map.of("A", 100))).containsExactly("Ax1");
    add("Bx1", "Bx2", "Bx3", "Bx4", "Bx5");
    assertThat(take(7, Map.of("A", 100, "B", 30)))
        .containsExactly("Bx1", "Bx2", "Bx3", "Bx4", "Ax2", "Bx5", "Ax3");
  }

  @Test
  void usedTimeIsRememberedWhileACallerIsIdle() {
    add("Ax1", "Bx1", "Bx2", "Bx3");
    assertThat(take(2, Map.of("A", 100, "B", 60))).containsExactly("Ax1", "Bx1");
    add("Ay1"); // a new stream of the same caller
    assertThat(take(3, Map.of("A", 100, "B", 60))).containsExactly("Bx2", "Ay1", "Bx3");
  }

  @Test
  void newCallersHaveNoCredit() {
    add("Ax1", "Ax2", "Ax3", "Ax4");
    assertThat(take(2, Map.of("A", 50))).containsExactly("Ax1", "Ax2");
    add("Bx1", "Bx2", "Bx3");
    assertThat(take(5, Map.of("A", 50, "B", 50)))
        .containsExactly("Bx1", "Ax3", "Bx2", "Ax4", "Bx3");
  }

  @Test
  void requeuedWorkIsTheFirstOfItsStream() {
    add("Ax1", "Ax2", "Ay1");
    String first = queue.next();
    assertThat(first).isEqualTo("Ax1");
    queue.putBack("A", "Ax", first);
    queue.done("A", 10);
    assertThat(take(4, Map.of("A", 10))).containsExactly("Ay1", "Ax1", "Ax2");
  }

  @Test
  void severalWorkersTakeWorkConcurrently() {
    add("Ax1", "Ax2", "Bx1");
    assertThat(queue.next()).isEqualTo("Ax1");
    assertThat(queue.next()).isEqualTo("Bx1");
    assertThat(queue.next()).isEqualTo("Ax2");
    assertThat(queue.next()).isNull();
    queue.done("A", 10);
    add("Ax3", "Bx2");
    assertThat(queue.next()).isEqualTo("Bx2");
  }
}
