package io.neardup.hamming;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RecursiveAction;

/// Sorts rows of words with their numbers in place: one byte at a time, beginning at the most
/// significant byte of word 0, and by insertion for short ranges.
///
/// Source: McIlroy, Bostic, McIlroy 1993, "Engineering Radix Sort" (American flag sort).
final class RowSort extends RecursiveAction {

  private static final int FEW = 24;
  private static final int FORK = 1 << 16;

  private final long[] words;
  private final int[] numbers;
  private final int wordCount;
  private final int from;
  private final int to;
  private final int bitsLeft;

  /// @param bitsLeft number of the `64 * wordCount` bits not yet sorted by
  RowSort(long[] words, int[] numbers, int wordCount, int from, int to, int bitsLeft) {
    this.words = words;
    this.numbers = numbers;
    this.wordCount = wordCount;
    this.from = from;
    this.to = to;
    this.bitsLeft = bitsLeft;
  }

  @Override
  protected void compute() {
    List<RowSort> forked = new ArrayList<>();
    sort(from, to, bitsLeft, forked);
    invokeAll(forked);
  }

  private void sort(int lo, int hi, int left, List<RowSort> forked) {
    if (left == 0 || hi - lo < 2) {
      return;
    }
    if (hi - lo <= FEW) {
      insertionSort(lo, hi);
      return;
    }
    int word = wordCount - 1 - (left - 1) / Long.SIZE;
    int shift = (left - Byte.SIZE) % Long.SIZE;
    int[] ends = partition(lo, hi, word, shift);
    for (int digit = 0, start = lo; digit < ends.length; start = ends[digit++]) {
      if (ends[digit] - start >= FORK && ends[digit] - start < hi - lo) {
        forked.add(new RowSort(words, numbers, wordCount, start, ends[digit], left - Byte.SIZE));
      } else {
        sort(start, ends[digit], left - Byte.SIZE, forked);
      }
    }
  }

  /// Orders the rows by one byte and returns where each of its values ends.
  private int[] partition(int lo, int hi, int word, int shift) {
    int[] ends = new int[1 << Byte.SIZE];
    for (int i = lo; i < hi; i++) {
      ends[digit(i, word, shift)]++;
    }
    int[] heads = new int[ends.length];
    for (int digit = 0, at = lo; digit < ends.length; digit++) {
      heads[digit] = at;
      at += ends[digit];
      ends[digit] = at;
    }
    for (int digit = 0; digit < ends.length; digit++) {
      while (heads[digit] < ends[digit]) {
        int belongs = digit(heads[digit], word, shift);
        if (belongs == digit) {
          heads[digit]++;
        } else {
          swap(heads[digit], heads[belongs]++);
        }
      }
    }
    return ends;
  }

  private int digit(int row, int word, int shift) {
    return (int) (words[row * wordCount + word] >>> shift) & 0xFF;
  }

  private void insertionSort(int lo, int hi) {
    for (int i = lo + 1; i < hi; i++) {
      for (int j = i; j > lo && isLess(j, j - 1); j--) {
        swap(j, j - 1);
      }
    }
  }

  private boolean isLess(int a, int b) {
    for (int w = 0; w < wordCount; w++) {
      int order = Long.compareUnsigned(words[a * wordCount + w], words[b * wordCount + w]);
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  }

  private void swap(int a, int b) {
    for (int w = 0; w < wordCount; w++) {
      long word = words[a * wordCount + w];
      words[a * wordCount + w] = words[b * wordCount + w];
      words[b * wordCount + w] = word;
    }
    int number = numbers[a];
    numbers[a] = numbers[b];
    numbers[b] = number;
  }
}
