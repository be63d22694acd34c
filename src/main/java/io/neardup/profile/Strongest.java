package io.neardup.profile;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/// The strongest of what was offered, without sorting the rest. Not for concurrent use.
///
/// @param <T> what is kept
final class Strongest<T> {

  private static final Comparator<Kept<?>> FIRST =
      Comparator.comparingDouble((Kept<?> kept) -> kept.strength)
          .reversed()
          .thenComparing(kept -> kept.name);

  private final int count;
  private final PriorityQueue<Kept<T>> kept = new PriorityQueue<>(FIRST.reversed());
  private int offered;

  private record Kept<T>(double strength, String name, T value) {}

  /// @param count how many are kept at most
  Strongest(int count) {
    this.count = count;
  }

  /// Offers a value; those of equal strength are kept by name. O(log(count)) if it is kept.
  ///
  /// @param value makes it, only if it is kept: most are not
  void offer(double strength, String name, Supplier<T> value) {
    offered++;
    if (kept.size() == count) {
      if (!isBefore(strength, name, kept.element())) {
        return;
      }
      kept.remove();
    }
    kept.add(new Kept<>(strength, name, value.get()));
  }

  private static boolean isBefore(double strength, String name, Kept<?> weakest) {
    int order = Double.compare(strength, weakest.strength);
    return order > 0 || order == 0 && name.compareTo(weakest.name) < 0;
  }

  /// What is kept, the strongest first.
  List<T> list() {
    return kept.stream().sorted(FIRST).map(Kept::value).toList();
  }

  /// How many were offered.
  int offered() {
    return offered;
  }

  /// How many were offered and not kept.
  int more() {
    return offered - kept.size();
  }
}
