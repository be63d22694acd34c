package io.neardup.profile;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/// Keeps the strongest values offered, without sorting the others. Not thread-safe.
///
/// @param <T> the type of values
final class Strongest<T> {

  private static final Comparator<Kept<?>> FIRST =
      Comparator.comparingDouble((Kept<?> kept) -> kept.strength)
          .reversed()
          .thenComparing(kept -> kept.name);

  private final int count;
  private final PriorityQueue<Kept<T>> kept = new PriorityQueue<>(FIRST.reversed());
  private int offered;

  private record Kept<T>(double strength, String name, T value) {}

  /// @param count maximum number of kept values
  Strongest(int count) {
    this.count = count;
  }

  /// Offers a value; among values of equal strength, the order of names decides. O(log(count)) if
  /// it is kept.
  ///
  /// @param name called if the value is kept or ties
  /// @param value called only if the value is kept: most are not
  void offer(double strength, Supplier<String> name, Supplier<T> value) {
    offered++;
    if (kept.size() == count) {
      if (!isBefore(strength, name, kept.element())) {
        return;
      }
      kept.remove();
    }
    kept.add(new Kept<>(strength, name.get(), value.get()));
  }

  private static boolean isBefore(double strength, Supplier<String> name, Kept<?> weakest) {
    int order = Double.compare(strength, weakest.strength);
    return order > 0 || order == 0 && name.get().compareTo(weakest.name) < 0;
  }

  /// The kept values, the strongest first.
  List<T> list() {
    return kept.stream().sorted(FIRST).map(Kept::value).toList();
  }

  /// The number of values offered.
  int offered() {
    return offered;
  }

  /// The number of values not kept.
  int more() {
    return offered - kept.size();
  }
}
