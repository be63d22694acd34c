package io.neardup.service.collection;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// A lock for each name that is in use. Thread-safe.
final class NameLocks {

  private final Map<String, Held> byName = new HashMap<>(); // guarded by itself

  private static final class Held {

    private final ReentrantLock lock = new ReentrantLock();
    private int users; // guarded by the map
  }

  /// Runs a task once no other one of that name runs.
  void locked(String name, Runnable task) {
    Held held = acquired(name);
    held.lock.lock();
    try {
      task.run();
    } finally {
      held.lock.unlock();
      release(name, held);
    }
  }

  private Held acquired(String name) {
    synchronized (byName) {
      Held held = byName.computeIfAbsent(name, _ -> new Held());
      held.users++;
      return held;
    }
  }

  private void release(String name, Held held) {
    synchronized (byName) {
      held.users--;
      if (held.users == 0) {
        byName.remove(name);
      }
    }
  }

  int size() {
    synchronized (byName) {
      return byName.size();
    }
  }
}
