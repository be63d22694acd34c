package io.neardup.pairs.bands;

import io.neardup.pairs.disk.RecordReader;
import io.neardup.pairs.disk.RecordWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The families of a join: rows so many of which are alike that each is compared with some of the
/// others only, the hubs. Thread-safe.
///
/// Rows that a chain of hubs links are one family. What is linked counts from the next band on, so
/// that results do not depend on the order of buckets.
public final class Families {

  private final int rows;
  private int[] familyOf = new int[0]; // least row of the family, or -1; empty until needed
  private final BitSet members = new BitSet();
  private final BitSet near = new BitSet(); // members that are near a hub
  private long[] links = new long[64]; // of this band
  private int count;

  Families(int rows) {
    this.rows = rows;
  }

  /// The family of a row, -1 if it has none.
  int of(int row) {
    return familyOf.length == 0 ? -1 : familyOf[row];
  }

  /// Links rows to hubs.
  ///
  /// @param hubs of the rows with the same index; a row is its own hub if it is one, and -1 stands
  ///   for none
  synchronized void add(int[] rows, int[] hubs) {
    for (int i = 0; i < rows.length; i++) {
      members.set(rows[i]);
      if (hubs[i] >= 0) {
        near.set(rows[i]);
        if (count == links.length) {
          links = Arrays.copyOf(links, 2 * count);
        }
        links[count++] = (long) rows[i] << Integer.SIZE | hubs[i];
      }
    }
  }

  /// Lets the links count. Must not run while rows are compared.
  void apply() {
    if (count == 0) {
      return;
    }
    if (familyOf.length == 0) {
      familyOf = new int[rows];
      Arrays.fill(familyOf, -1);
    }
    for (int i = 0; i < count; i++) {
      int one = root((int) (links[i] >>> Integer.SIZE));
      int other = root((int) links[i]);
      familyOf[Math.max(one, other)] = Math.min(one, other);
    }
    count = 0;
    for (int row = 0; row < familyOf.length; row++) {
      familyOf[row] = familyOf[row] < 0 ? -1 : root(row);
    }
  }

  private int root(int row) {
    if (familyOf[row] < 0) {
      familyOf[row] = row;
    }
    int at = row;
    while (familyOf[at] != at) {
      familyOf[at] = familyOf[familyOf[at]];
      at = familyOf[at];
    }
    return at;
  }

  /// Writes what counts, once the links do.
  synchronized void write(RecordWriter out) {
    out.putInt(familyOf.length);
    for (int family : familyOf) {
      out.putInt(family);
    }
    for (BitSet some : List.of(members, near)) {
      long[] words = some.toLongArray();
      out.putInt(words.length);
      for (long word : words) {
        out.putLong(word);
      }
    }
  }

  /// Reads what [#write] has written.
  synchronized void read(RecordReader in) {
    familyOf = new int[in.getInt()];
    Arrays.setAll(familyOf, row -> in.getInt());
    for (BitSet some : List.of(members, near)) {
      long[] words = new long[in.getInt()];
      Arrays.setAll(words, word -> in.getLong());
      some.clear();
      some.or(BitSet.valueOf(words));
    }
  }

  /// The number of rows that were compared with some of those that agree with them only.
  public synchronized int rows() {
    return members.cardinality();
  }

  /// The number of these that are near none that they were compared with there.
  public synchronized int alone() {
    BitSet alone = (BitSet) members.clone();
    alone.andNot(near);
    return alone.cardinality();
  }
}
