package io.neardup.cli.warc;

import io.neardup.cli.files.Compression;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.files.UnclosedStream;
import io.neardup.cli.warc.WarcSource.WarcBatch;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcRecord;

/// Copies WARC files without the records of pages that are left out. With a page goes what belongs
/// to it alone: requests and metadata that it names, or that name it, by `WARC-Concurrent-To` or
/// `WARC-Refers-To`, and those that belong to these alone.
///
/// Records are copied byte for byte as they are on disk, if the output is compressed as the input,
/// and each of them by itself. Otherwise their bytes are the same once decompressed, and each is
/// compressed by itself.
///
/// Takes about 300 bytes for each record of a file.
public final class WarcSink implements RecordSink {

  private static final int MAX_DEPTH = 8; // of records about records

  private final OutputStream out;
  private final CountReader counts;
  private final Map<InputFile, BitSet> files = new LinkedHashMap<>(); // numbers that are left out
  private final Set<String> goneIds = new HashSet<>();
  private @Nullable Compression compression; // null for the compression of the first file
  private long companions;
  private long revisits;

  /// Receives how many further records are concerned.
  @FunctionalInterface
  public interface CountReader {
    /// Receives a number.
    ///
    /// @param sentence about it, which has its name in braces
    void count(String name, long count, String sentence);
  }

  /// @param output compressed as its name shows; a stream as the first file is
  /// @param counts receives what else is left out
  public WarcSink(OutputFile output, CountReader counts) throws IOException {
    this.out = output.openCompressed();
    this.counts = counts;
    this.compression =
        OutputFile.isStream(output.name()) ? null : Compression.ofFile(output.name());
  }

  @Override
  public void begin(RecordSource source, String name) {
    WarcSource warc = (WarcSource) source;
    files.put(warc.file(), new BitSet());
    if (compression == null) {
      compression = warc.compression();
    }
  }

  @Override
  public void write(
      RecordBatch batch, int index, @Nullable String text, List<@Nullable Object> values) {
    // all are copied at the end, but for those that are left out
  }

  @Override
  public void leaveOut(RecordBatch batch, int index) {
    Objects.requireNonNull(files.get(((WarcBatch) batch).file())).set((int) batch.line(index));
  }

  @Override
  public void finish() throws IOException {
    for (Map.Entry<InputFile, BitSet> file : files.entrySet()) {
      copy(file.getKey(), file.getValue());
    }
    if (companions > 0) {
      counts.count(
          "companions",
          companions,
          "{companions:request or metadata record} {companions:goes|go} with the dropped pages");
    }
    if (revisits > 0) {
      counts.count(
          "revisits",
          revisits,
          "{revisits:kept revisit record} {revisits:refers|refer} to dropped pages");
    }
  }

  private void copy(InputFile file, BitSet leftOut) throws IOException {
    List<Entry> entries = new ArrayList<>();
    boolean asOnDisk;
    try (WarcFile records = WarcFile.open(file)) {
      asOnDisk = records.compression() == compression;
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        entries.add(new Entry(record, records, leftOut));
      }
      entries.add(new Entry(null, records, leftOut));
    }
    asOnDisk = asOnDisk && entries.stream().allMatch(entry -> entry.onDisk >= 0);
    List<Entry> records = entries.subList(0, entries.size() - 1);
    leaveOutCompanions(records);
    Compression each = asOnDisk ? Compression.NONE : Objects.requireNonNull(compression);
    ToLongFunction<Entry> place = asOnDisk ? entry -> entry.onDisk : entry -> entry.position;
    try (InputStream in =
        asOnDisk
            ? Files.newInputStream(Objects.requireNonNull(file.path()))
            : file.open((decompressed, _) -> decompressed)) {
      in.skipNBytes(place.applyAsLong(entries.getFirst())); // empty members before the first record
      for (int i = 0; i < records.size(); i++) {
        long bytes = place.applyAsLong(entries.get(i + 1)) - place.applyAsLong(entries.get(i));
        if (entries.get(i).isLeftOut) {
          in.skipNBytes(bytes);
        } else {
          copy(in, bytes, each);
        }
      }
    }
  }

  private void copy(InputStream in, long bytes, Compression compression) throws IOException {
    try (OutputStream record = compression.compress(new UnclosedStream(out))) {
      byte[] buffer = new byte[(int) Math.min(bytes, 1 << 16)];
      for (long left = bytes; left > 0; ) {
        int count = in.readNBytes(buffer, 0, (int) Math.min(left, buffer.length));
        if (count == 0) {
          throw new EOFException();
        }
        record.write(buffer, 0, count);
        left -= count;
      }
    }
  }

  /// Leaves out requests and metadata if all other records that they belong to are left out. What
  /// belongs to requests and metadata alone is decided after these, up to a depth that no crawler
  /// writes: each step reads all that are not decided.
  private void leaveOutCompanions(List<Entry> entries) {
    List<Entry> about = entries.stream().filter(Entry::isCompanion).toList();
    List<Entry> others = entries.stream().filter(entry -> !entry.isCompanion()).toList();
    Map<String, Boolean> leftOut = new HashMap<>(); // by id
    Map<String, Boolean> named = new HashMap<>(); // by the ids that they name
    List<Entry> open = about;
    List<Entry> decided = others;
    for (int depth = 0; depth < MAX_DEPTH && !decided.isEmpty(); depth++) {
      for (Entry entry : decided) {
        leftOut.merge(entry.id, entry.isLeftOut, Boolean::logicalAnd);
        entry.links.forEach(link -> named.merge(link, entry.isLeftOut, Boolean::logicalAnd));
      }
      List<Entry> waiting = new ArrayList<>();
      decided = new ArrayList<>();
      for (Entry entry : open) {
        (entry.decide(leftOut, named) ? decided : waiting).add(entry);
      }
      open = waiting;
    }
    companions += about.stream().filter(entry -> entry.isLeftOut).count();
    others.stream()
        .filter(entry -> Boolean.TRUE.equals(leftOut.get(entry.id)))
        .forEach(entry -> goneIds.add(entry.id));
    revisits +=
        others.stream()
            .filter(entry -> entry.type.equals("revisit"))
            .filter(entry -> entry.links.stream().anyMatch(goneIds::contains))
            .count();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /// A record, and where it begins; or where the last one ends.
  private static final class Entry {

    private final long position; // decompressed
    private final long onDisk;
    private final String type;
    private final String id;
    private final List<String> links;
    private boolean isLeftOut;

    /// @param record the present one of the file, null after the last one
    Entry(@Nullable WarcRecord record, WarcFile file, BitSet leftOut) {
      this.position = file.position();
      this.onDisk = file.onDisk();
      this.isLeftOut = leftOut.get((int) file.number());
      Function<String, List<String>> values =
          header ->
              record == null
                  ? List.of()
                  : record.headers().all(header).stream().map(WebPage::plain).toList();
      this.type = String.join("", values.apply("WARC-Type")).toLowerCase(Locale.ROOT);
      this.id = String.join("", values.apply("WARC-Record-ID"));
      this.links =
          Stream.of("WARC-Concurrent-To", "WARC-Refers-To")
              .flatMap(header -> values.apply(header).stream())
              .toList();
    }

    /// Whether it is about other records.
    boolean isCompanion() {
      return type.equals("request") || type.equals("metadata");
    }

    /// Decides whether it is left out, by the records that it names and that name it.
    ///
    /// @return false if none of these is known
    boolean decide(Map<String, Boolean> leftOut, Map<String, Boolean> named) {
      List<Boolean> of =
          Stream.concat(links.stream().map(leftOut::get), Stream.of(id).map(named::get))
              .filter(Objects::nonNull)
              .toList();
      isLeftOut = !of.isEmpty() && !of.contains(false);
      return !of.isEmpty();
    }
  }
}
