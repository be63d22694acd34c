package io.neardup.web.limits;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What waits to be worked on, by caller and by stream. Next comes that of the caller for whom
/// least work was done so far; the streams of one caller take turns, and what is in a stream keeps
/// its order.
///
/// Callers are compared from when they came: one that had nothing waiting begins where the others
/// are by then, and neither saves up work nor is made to wait for it. But work that was done for it
/// beyond that is not forgotten (start-time fair queueing, Goyal, Vin and Cheng 1996).
///
/// Taking one costs O(callers that wait). Not for several threads at once.
///
/// @param <T> what waits
public final class FairQueue<T> {

  private final Map<String, Share<T>> shares = new LinkedHashMap<>();
  private long reached; // what the caller who came last to a turn had had
  private int underWay; // taken, and not done

  /// Adds something, the last of its stream.
  public void add(String caller, Object stream, T thing) {
    waiting(caller, stream).addLast(thing);
  }

  /// Brings something back that is not done, as the first of its stream.
  public void putBack(String caller, Object stream, T thing) {
    waiting(caller, stream).addFirst(thing);
  }

  /// Takes the next one, for [#done(String, long)] to be told of; null if nothing waits.
  @Nullable
  public T next() {
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
    shares.put(caller, share); // behind those who have had as much
    T thing = share.next();
    reached = share.had;
    underWay++;
    shares.values().removeIf(other -> other.streams.isEmpty() && other.had <= reached);
    return thing;
  }

  /// Notes how much work was done on one that was taken, whether it is to be put back or not.
  public void done(String caller, long work) {
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

  /// What waits of a caller, and how much work was done for it.
  private static final class Share<T> {

    /// The stream whose turn it is first. None is empty.
    private final Map<Object, Deque<T>> streams = new LinkedHashMap<>();

    private long had;

    Share(long had) {
      this.had = had;
    }

    T next() {
      var streamOfTurn = streams.entrySet().iterator().next();
      Object stream = streamOfTurn.getKey();
      Deque<T> waiting = streamOfTurn.getValue();
      streams.remove(stream);
      T thing = waiting.removeFirst();
      if (!waiting.isEmpty()) {
        streams.put(stream, waiting);
      }
      return thing;
    }
  }
}
