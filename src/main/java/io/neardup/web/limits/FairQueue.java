package io.neardup.web.limits;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The queue of a [FairExecutor]: tasks by caller and stream. The caller with the least work done
/// so far is next; the streams of one caller alternate, and the tasks of a stream keep their order.
///
/// This is start-time fair queueing (Goyal, Vin and Cheng 1996): a caller without waiting tasks
/// resumes at the virtual time that the others have reached, so it neither saves up a share nor has
/// to catch up; work done for it beyond that still counts.
///
/// Taking the next task costs O(callers with waiting tasks). Not thread-safe.
///
/// @param <T> the tasks
final class FairQueue<T> {

  private final Map<String, Share<T>> shares = new LinkedHashMap<>();
  private long reached; // work of the last taken task's caller at that time
  private int underWay; // taken but not done

  /// The waiting tasks.
  Stream<T> tasks() {
    return shares.values().stream()
        .flatMap(share -> share.streams.values().stream())
        .flatMap(Deque::stream);
  }

  /// Adds a task at the end of its stream.
  void add(String caller, Object stream, T task) {
    waiting(caller, stream).addLast(task);
  }

  /// Puts a preempted task back at the head of its stream.
  void putBack(String caller, Object stream, T task) {
    waiting(caller, stream).addFirst(task);
  }

  /// Removes a waiting task; false if it does not wait.
  boolean remove(String caller, Object stream, T task) {
    Share<T> share = shares.get(caller);
    if (share == null) {
      return false;
    }
    Deque<T> tasks = share.streams.get(stream);
    if (tasks == null || !tasks.remove(task)) {
      return false;
    }
    if (tasks.isEmpty()) {
      share.streams.remove(stream);
    }
    return true;
  }

  /// Takes the next task, null if none waits. The caller must call [#done(String, long)] for it.
  @Nullable T next() {
    Map.Entry<String, Share<T>> least = null;
    for (Map.Entry<String, Share<T>> other : shares.entrySet()) {
      if (!other.getValue().streams.isEmpty()
          && (least == null || other.getValue().had < least.getValue().had)) {
        least = other;
      }
    }
    if (least == null) {
      return null;
    }
    String caller = least.getKey();
    Share<T> share = least.getValue();
    shares.remove(caller);
    shares.put(caller, share); // behind callers with as much work
    T task = share.next();
    reached = share.had;
    underWay++;
    shares.values().removeIf(other -> other.streams.isEmpty() && other.had <= reached);
    return task;
  }

  /// Adds to a caller's work when a task ends or is preempted.
  void done(String caller, long work) {
    underWay--;
    share(caller).had += work;
    if (underWay == 0 && shares.values().stream().allMatch(share -> share.streams.isEmpty())) {
      shares.clear();
    }
  }

  private Deque<T> waiting(String caller, Object stream) {
    Share<T> share = share(caller);
    if (share.streams.isEmpty()) {
      share.had = Math.max(share.had, reached);
    }
    return share.streams.computeIfAbsent(stream, key -> new ArrayDeque<>());
  }

  private Share<T> share(String caller) {
    return shares.computeIfAbsent(caller, key -> new Share<>(reached));
  }

  /// The waiting tasks of a caller, and the work done for it.
  private static final class Share<T> {

    /// In turn order, next stream first. No stream is empty.
    private final Map<Object, Deque<T>> streams = new LinkedHashMap<>();

    private long had;

    Share(long had) {
      this.had = had;
    }

    T next() {
      var first = streams.entrySet().iterator().next();
      Object stream = first.getKey();
      Deque<T> tasks = first.getValue();
      streams.remove(stream);
      T task = tasks.removeFirst();
      if (!tasks.isEmpty()) {
        streams.put(stream, tasks);
      }
      return task;
    }
  }
}
