package io.neardup.pairs.disk;

import io.neardup.pairs.PairSet;
import java.util.List;
import java.util.PriorityQueue;

/// A set of numbers that is larger than memory: sorted runs of them, each a file of 8 bytes for a
/// number, which are merged. Numbers may be added by several threads.
///
/// A number takes 8 bytes of memory until the memory is full, and then 8 bytes of disk for each run
/// that has it. A merge of r runs holds 64 kB of each, and takes O(log r) steps for a number.
public final class SortedRuns {

  /* External merge sort: runs that fit in memory are sorted there (Knuth, The Art of Computer Programming,
  volume 3, section 5.4.1), equal numbers of a run are written once, and all runs are merged at once by a heap
  of their heads. */

  private final WorkFolder work;
  private final String name;
  private final long[] numbers;
  private int size;
  private int runs;

  /// Numbers without any.
  ///
  /// @param name that the names of its files begin with
  /// @param maxNumbers in memory
  public SortedRuns(WorkFolder work, String name, int maxNumbers) {
    this.work = work;
    this.name = name;
    this.numbers = new long[maxNumbers];
  }

  /// Adds numbers.
  public synchronized void add(long[] added, int count) {
    if (size + count > numbers.length) {
      size = PairSet.sorted(numbers, size);
      if (size + count > numbers.length / 2) {
        write();
      }
    }
    System.arraycopy(added, 0, numbers, size, count);
    size += count;
  }

  /// Writes what is in memory. The next run follows.
  public synchronized void write() {
    size = PairSet.sorted(numbers, size);
    if (size == 0) {
      return;
    }
    try (RecordWriter out = work.write(name + "-" + runs++)) {
      for (int i = 0; i < size; i++) {
        out.putLong(numbers[i]);
      }
    }
    size = 0;
  }

  /// Receives the records of runs.
  @FunctionalInterface
  public interface Reader {

    /// Receives a number with its value, 0 where runs have none.
    void read(long number, long value);
  }

  private static final class Run {
    private final RecordReader in;
    private final boolean valued;
    private long number;
    private long value;

    Run(RecordReader in, boolean valued) {
      this.in = in;
      this.valued = valued;
      next();
    }

    private void next() {
      number = in.getLong();
      value = valued ? in.getLong() : 0;
    }
  }

  /// Passes the numbers of runs on, in ascending order, each once.
  ///
  /// @param names of the files
  /// @param valued whether each number is followed by a value of 8 bytes
  public static void merge(WorkFolder work, List<String> names, boolean valued, Reader reader) {
    PriorityQueue<Run> heads = new PriorityQueue<>((a, b) -> Long.compare(a.number, b.number));
    for (String name : names) {
      RecordReader in = work.read(name);
      if (in.hasNext()) {
        heads.add(new Run(in, valued));
      } else {
        in.close();
      }
    }
    boolean first = true;
    long last = 0;
    try {
      while (!heads.isEmpty()) {
        Run run = heads.remove();
        if (first || run.number != last) {
          last = run.number;
          first = false;
          reader.read(last, run.value);
        }
        if (run.in.hasNext()) {
          run.next();
          heads.add(run);
        } else {
          run.in.close();
        }
      }
    } finally {
      heads.forEach(run -> run.in.close());
    }
  }
}
