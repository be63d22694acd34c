package io.neardup.spark.passage;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Pairs the records of each anchor of a partition, whose rows are sorted by anchor and record: all
/// of up to `maxList` records, and of more each with the first. Holds `maxList` numbers, however
/// many records have an anchor.
///
/// The last row of a partition has `a` below 0, and in `b` the number of anchors in more records.
record AnchorPairs(int maxList) implements MapPartitionsFunction<Row, Row> {

  static final StructType SCHEMA = StructType.fromDDL("a BIGINT NOT NULL, b BIGINT NOT NULL");

  @Override
  public Iterator<Row> call(Iterator<Row> entries) {
    // Distinct in each partition, as equal rows become one.
    return new Pairs(entries, maxList, -1L - TaskContext.getPartitionId());
  }

  private static final class Pairs implements Iterator<Row> {

    private final Iterator<Row> entries;
    private final int maxList;
    private final long countOf;
    private @Nullable Row entry; // the next one
    private long[] list = new long[128]; // the first records of an anchor
    private int size;
    private int first; // the pair of the list that is next
    private int second;
    private long anchor;
    private boolean isCut; // whether the anchor has more records
    private long cut;
    private boolean isCounted;

    Pairs(Iterator<Row> entries, int maxList, long countOf) {
      this.entries = entries;
      this.maxList = maxList;
      this.countOf = countOf;
      advance();
    }

    private void advance() {
      entry = entries.hasNext() ? entries.next() : null;
    }

    @Override
    public boolean hasNext() {
      return !isCounted;
    }

    @Override
    public Row next() {
      while (true) {
        Row following = entry;
        if (second < size) {
          return pair();
        } else if (isCut && following != null && following.getLong(0) == anchor) {
          advance();
          return RowFactory.create(list[0], following.getLong(1));
        } else if (following != null) {
          readList(following);
        } else if (!isCounted) {
          isCounted = true;
          return RowFactory.create(countOf, cut);
        } else {
          throw new NoSuchElementException();
        }
      }
    }

    private Row pair() {
      Row pair = RowFactory.create(list[first], list[second++]);
      if (second == size && !isCut) {
        first++;
        second = first + 1;
      }
      return pair;
    }

    private void readList(Row begin) {
      anchor = begin.getLong(0);
      size = 0;
      first = 0;
      second = 1;
      Row next = begin;
      for (; next != null && next.getLong(0) == anchor && size < maxList; next = entry) {
        if (size == list.length) {
          list = Arrays.copyOf(list, Math.min(maxList, size * 2));
        }
        list[size++] = next.getLong(1);
        advance();
      }
      isCut = next != null && next.getLong(0) == anchor;
      cut += isCut ? 1 : 0;
    }
  }
}
