package io.neardup.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Comparator;

/// The documents that share one fingerprint, ordered by id, such as ten million equal pages.
///
/// Readers take no lock; the owner admits one writer at a time. Adding and removing cost a binary
/// search and copying one chunk.
final class PostingLists {

  private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(int[][].class);
  private static final int MAX_CHUNK = 512;

  private final Comparator<Integer> order;
  private volatile int[][] chunks = {new int[0]}; // none is empty, except a single one

  /// @param order of the documents; never 0 for two different ones
  PostingLists(Comparator<Integer> order) {
    this.order = order;
  }

  void add(int document) {
    int[][] current = chunks;
    int place = chunkOf(document, current);
    int[] chunk = current[place];
    int at = lowerBound(document, chunk);
    int[] longer = new int[chunk.length + 1];
    System.arraycopy(chunk, 0, longer, 0, at);
    longer[at] = document;
    System.arraycopy(chunk, at, longer, at + 1, chunk.length - at);
    if (longer.length <= MAX_CHUNK) {
      CHUNKS.setRelease(current, place, longer);
      return;
    }
    int[][] more = new int[current.length + 1][];
    System.arraycopy(current, 0, more, 0, place);
    more[place] = Arrays.copyOf(longer, MAX_CHUNK / 2);
    more[place + 1] = Arrays.copyOfRange(longer, MAX_CHUNK / 2, longer.length);
    System.arraycopy(current, place + 1, more, place + 2, current.length - place - 1);
    chunks = more;
  }

  /// Removes a document if it is listed, and returns whether it was.
  boolean remove(int document) {
    int[][] current = chunks;
    int place = chunkOf(document, current);
    int[] chunk = current[place];
    int at = lowerBound(document, chunk);
    if (at == chunk.length || chunk[at] != document) {
      return false;
    }
    int[] shorter = new int[chunk.length - 1];
    System.arraycopy(chunk, 0, shorter, 0, at);
    System.arraycopy(chunk, at + 1, shorter, at, shorter.length - at);
    if (shorter.length > 0 || current.length == 1) {
      CHUNKS.setRelease(current, place, shorter);
      return true;
    }
    int[][] fewer = new int[current.length - 1][];
    System.arraycopy(current, 0, fewer, 0, place);
    System.arraycopy(current, place + 1, fewer, place, fewer.length - place);
    chunks = fewer;
    return true;
  }

  boolean isEmpty() {
    return chunks.length == 1 && chunks[0].length == 0;
  }

  /// The first documents, `limit` at most.
  int[] first(int limit) {
    int[][] current = chunks;
    int[] documents = new int[Math.min(limit, MAX_CHUNK)];
    int count = 0;
    for (int i = 0; i < current.length && count < limit; i++) {
      int[] chunk = (int[]) CHUNKS.getAcquire(current, i);
      int taken = Math.min(chunk.length, limit - count);
      if (count + taken > documents.length) {
        documents = Arrays.copyOf(documents, Math.min(limit, (count + taken) * 2));
      }
      System.arraycopy(chunk, 0, documents, count, taken);
      count += taken;
    }
    return Arrays.copyOf(documents, count);
  }

  /// The last chunk that begins at or before the document, or else the first.
  private int chunkOf(int document, int[][] current) {
    int low = 0;
    int high = current.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (order.compare(current[middle][0], document) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private int lowerBound(int document, int[] chunk) {
    int low = 0;
    int high = chunk.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(chunk[middle], document) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
