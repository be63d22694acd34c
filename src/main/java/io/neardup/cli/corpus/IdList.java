package io.neardup.cli.corpus;

import io.neardup.records.Surrogates;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Ids by number, in UTF-8: their bytes and 8 more each. Ids with an unpaired surrogate, which
/// UTF-8 does not have, are kept as strings. One writer.
final class IdList {

  private static final int PAGE_BITS = 20;
  private static final int PAGE = 1 << PAGE_BITS;

  private final List<byte[]> pages = new ArrayList<>();
  private final Map<Integer, String> unpaired = new HashMap<>();
  private long[] starts = new long[1024];
  private int size;

  /// Adds the id of the next number.
  void add(String id) {
    if (size + 1 >= starts.length) {
      starts = Arrays.copyOf(starts, starts.length + starts.length / 2);
    }
    byte[] bytes = {};
    if (Surrogates.hasUnpaired(id)) {
      unpaired.put(size, id);
    } else {
      bytes = id.getBytes(StandardCharsets.UTF_8);
    }
    long at = starts[size];
    for (int done = 0; done < bytes.length; ) {
      int page = (int) (at >>> PAGE_BITS);
      if (page == pages.size()) {
        pages.add(new byte[PAGE]);
      }
      int offset = (int) at & PAGE - 1;
      int count = Math.min(PAGE - offset, bytes.length - done);
      System.arraycopy(bytes, done, pages.get(page), offset, count);
      done += count;
      at += count;
    }
    starts[++size] = at;
  }

  /// The id of a number.
  String get(int number) {
    String kept = unpaired.get(number);
    if (kept != null) {
      return kept;
    }
    byte[] bytes = new byte[(int) (starts[number + 1] - starts[number])];
    long at = starts[number];
    for (int done = 0; done < bytes.length; ) {
      int offset = (int) at & PAGE - 1;
      int count = Math.min(PAGE - offset, bytes.length - done);
      System.arraycopy(pages.get((int) (at >>> PAGE_BITS)), offset, bytes, done, count);
      done += count;
      at += count;
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
