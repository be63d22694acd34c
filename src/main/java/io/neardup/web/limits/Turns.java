package io.neardup.web.limits;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Lets so many pieces of work run at once; the others wait, and callers take turns: one that has a
/// thousand of them waiting gets as many done as one that has two. Within a caller they go in
/// order.
///
/// For JSON requests that take long enough for it to matter: lookups, for themselves or before a
/// document is stored; measures and explanations; pages and long bodies. A fingerprint or a
/// comparison of short texts takes a few microseconds, less than reading its request, so there is
/// nothing to be fair about: it does not wait behind lookups. The lines of streams do not come
/// here, as [io.neardup.web.ndjson.LineThreads] are fewer and fair themselves.
///
/// Whoever waits has a thread and nothing else. Work that need not wait costs two locks.
public final class Turns {

  /// Longer bodies wait for their turn, whatever they ask for: from here on it takes milliseconds
  /// to cut some languages into words.
  private static final int SHORT_BYTES = 16 << 10;

  private final int atOnce;
  private final Duration patience;

  /// Who waits, the caller whose turn it is first. No queue is empty.
  private final Map<String, Queue<CountDownLatch>> waiting = new LinkedHashMap<>();

  private int running;

  /// @param patience how long a piece of work waits at most
  public Turns(int atOnce, Duration patience) {
    this.atOnce = atOnce;
    this.patience = patience;
  }

  /// Does `work` for `caller` when it is its turn.
  ///
  /// @throws RequestException if its turn does not come in time
  public <T> T take(String caller, Supplier<T> work) {
    CountDownLatch turn = begin(caller);
    if (turn.getCount() > 0) {
      await(caller, turn);
    }
    try {
      return work.get();
    } finally {
      end();
    }
  }

  /// Does the `work` of a request when it is its turn, or at once if it takes neither long nor
  /// much.
  ///
  /// @param takesLong whether it does, however short the request is
  /// @throws RequestException if its turn does not come in time
  public <T> T takeIf(boolean takesLong, HttpServletRequest request, Supplier<T> work) {
    return takesLong || isLong(request) ? take(CallerName.of(request), work) : work.get();
  }

  /// Bodies of unknown length, in chunks or gzip, count as long.
  private static boolean isLong(HttpServletRequest request) {
    int length = request.getContentLength();
    return length < 0 || length > SHORT_BYTES;
  }

  /// How many pieces of work run now.
  public synchronized int running() {
    return running;
  }

  /// How many wait for their turn.
  public synchronized int waiting() {
    return waiting.values().stream().mapToInt(Queue::size).sum();
  }

  private synchronized CountDownLatch begin(String caller) {
    if (running < atOnce) {
      running++;
      return new CountDownLatch(0);
    }
    CountDownLatch turn = new CountDownLatch(1);
    waiting.computeIfAbsent(caller, name -> new ArrayDeque<>()).add(turn);
    return turn;
  }

  private void await(String caller, CountDownLatch turn) {
    boolean interrupted = false;
    try {
      if (turn.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      interrupted = true;
    }
    if (giveUp(caller, turn)) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "request",
          interrupted
              ? "was given up, as the service stops"
              : "must wait longer than neardup.limits.deadline for its turn; try again later");
    }
  }

  /// Leaves the queue; false if the turn has come in between.
  private synchronized boolean giveUp(String caller, CountDownLatch turn) {
    Queue<CountDownLatch> own = waiting.get(caller);
    if (own == null || !own.remove(turn)) {
      return false;
    }
    if (own.isEmpty()) {
      waiting.remove(caller);
    }
    return true;
  }

  /// Hands the place over to the caller whose turn it is, who then goes to the end.
  private synchronized void end() {
    Iterator<Map.Entry<String, Queue<CountDownLatch>>> callers = waiting.entrySet().iterator();
    if (!callers.hasNext()) {
      running--;
      return;
    }
    Map.Entry<String, Queue<CountDownLatch>> next = callers.next();
    String caller = next.getKey();
    Queue<CountDownLatch> own = next.getValue();
    callers.remove();
    CountDownLatch turn = own.remove();
    if (!own.isEmpty()) {
      waiting.put(caller, own);
    }
    turn.countDown();
  }
}
