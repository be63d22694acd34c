package io.neardup.pairs.bands;

import java.util.ArrayList;
import java.util.List;

/// The bands of the documents of a join by their numbers, column by column: 4 bytes for each band
/// of a document, and 25 more. One writer.
public final class BandColumns {

  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int WORDS = BandPlan.SKETCH_BITS / Long.SIZE;

  private final BandPlan plan;
  private final List<Page> pages = new ArrayList<>();

  /// The documents of a page: one column after the other, but the words of a sketch together.
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Page(int[] keys, byte[] further, long[] sketches) {}

  /// Columns without documents.
  public BandColumns(BandPlan plan) {
    this.plan = plan;
  }

  /// The plan of all documents.
  public BandPlan plan() {
    return plan;
  }

  /// Sets the bands of a document.
  ///
  /// @param number greater than those before; documents without features are left out
  public void add(int number, BandRow row) {
    while (pages.size() <= number >>> PAGE_BITS) {
      pages.add(
          new Page(
              new int[plan.bands() << PAGE_BITS],
              new byte[BandPlan.FURTHER << PAGE_BITS],
              new long[WORDS << PAGE_BITS]));
    }
    Page page = page(number);
    int at = number & PAGE - 1;
    for (int band = 0; band < plan.bands(); band++) {
      page.keys[(band << PAGE_BITS) + at] = row.keys()[band];
    }
    for (int i = 0; i < BandPlan.FURTHER; i++) {
      page.further[(i << PAGE_BITS) + at] = row.further()[i];
    }
    for (int word = 0; word < WORDS; word++) {
      page.sketches[WORDS * at + word] = row.sketch()[word];
    }
  }

  private Page page(int number) {
    return pages.get(number >>> PAGE_BITS);
  }

  int key(int band, int number) {
    return page(number).keys[(band << PAGE_BITS) + (number & PAGE - 1)];
  }

  byte further(int index, int number) {
    return page(number).further[(index << PAGE_BITS) + (number & PAGE - 1)];
  }

  long sketch(int word, int number) {
    return page(number).sketches[WORDS * (number & PAGE - 1) + word];
  }
}
