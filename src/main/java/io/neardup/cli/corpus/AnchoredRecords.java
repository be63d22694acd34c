package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.PassagePairs;
import io.neardup.records.RecordFault;

/// The records of some files with their ids and anchors. One writer.
public final class AnchoredRecords {

  private static final int HEAP_SHARE = 2;

  private final Skipping skipping;
  private final IdList ids = new IdList();
  private final AnchorLists anchors = lists();
  private int size;

  /// @param skipping receives records that cannot be read
  public AnchoredRecords(Skipping skipping) {
    this.skipping = skipping;
  }

  static AnchorLists lists() {
    return new AnchorLists(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /// Adds the next records.
  ///
  /// @throws FileFailure if one cannot be read, and the command ends then
  public void add(AnchorBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      RecordFault fault = batch.fault(i);
      if (fault == null) {
        requireRoom(anchors.add(size, batch.anchors(i), batch.words(i)));
      } else {
        skipping.skip(batch.file().name(), batch.line(i), fault);
      }
      ids.add(fault == null ? batch.id(i) : "");
      size++;
    }
  }

  static void requireRoom(boolean added) {
    if (!added) {
      throw new FileFailure(
          "the anchors of the texts need more than half of the heap; raise it by -Xmx, or divide the"
              + " files");
    }
  }

  /// Finds the candidates of pairs.
  ///
  /// @throws FileFailure if there are too many
  public static void collect(PassagePairs pairs, int maxList, int maxPairs) {
    if (!pairs.collect(maxList)) {
      throw new FileFailure(
          "more than "
              + maxPairs
              + " pairs have an anchor in common, the maximum in memory; raise --max-pairs, or remove"
              + " near-duplicates first");
    }
  }

  /// The anchors of all records, sorted. No record can be added afterwards.
  public AnchorLists sorted() {
    anchors.sort();
    return anchors;
  }

  /// The number of records, with those that were skipped.
  public int size() {
    return size;
  }

  /// The number of skipped records.
  public long skipped() {
    return skipping.skipped();
  }

  /// The id of a record.
  public String id(int number) {
    return ids.get(number);
  }
}
