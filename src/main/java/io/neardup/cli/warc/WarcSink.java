package io.neardup.cli.warc;

import io.neardup.cli.files.Compression;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.warc.WarcSource.WarcBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcRecord;

/// Copies WARC files without the records of pages that are left out, byte for byte as they are on
/// disk. With a page goes what belongs to it alone: requests and metadata that it names, or that
/// name it, by `WARC-Concurrent-To` or `WARC-Refers-To`.
///
/// Takes about 300 bytes for each record of a file.
public final class WarcSink implements RecordSink {

  private final OutputStream out;
  private final CountReader counts;
  private final Map<InputFile, BitSet> files = new LinkedHashMap<>(); // numbers that are left out
  private final Set<String> goneIds = new HashSet<>();
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

  /// @param counts receives what else is left out
  public WarcSink(OutputFile output, CountReader counts) throws IOException {
    this.out = output.openCompressed();
    this.counts = counts;
  }

  /// Checks that files can be copied to an output.
  ///
  /// @throws FileFailure if one is not compressed as the name of the output shows, or not record by
  ///   record
  public static void require(List<InputFile> files, String output) {
    Compression named = OutputFile.isStream(output) ? null : Compression.ofFile(output);
    for (InputFile file : files) {
      try (WarcFile records = WarcFile.open(file)) {
        Compression actual = records.compression();
        if (named == null) {
          named = actual;
        }
        WarcRecord first = records.next();
        boolean isByRecord = first == null || records.next() == null || records.begin() >= 0;
        if (actual != named || !isByRecord || actual == Compression.ZSTD) {
          throw new FileFailure(
              file.name()
                  + (actual == Compression.NONE
                      ? ": is not compressed"
                      : ": is compressed by "
                          + actual.name().toLowerCase(Locale.ROOT)
                          + (isByRecord || actual == Compression.ZSTD ? "" : " as a whole"))
                  + "; records are copied as they are, from .warc to .warc, and from .warc.gz whose"
                  + " records are compressed one by one to .warc.gz. Name another output than "
                  + output
                  + ", or decompress the input");
        }
      } catch (IOException e) {
        throw FileFailure.of(file.name(), e);
      }
    }
  }

  @Override
  public void begin(RecordSource source, String name) {
    files.put(((WarcSource) source).file(), new BitSet());
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
          "{companions} requests and metadata records go with the dropped pages");
    }
    if (revisits > 0) {
      counts.count("revisits", revisits, "{revisits} kept revisit records refer to dropped pages");
    }
  }

  private void copy(InputFile file, BitSet leftOut) throws IOException {
    List<Entry> entries = entries(file);
    entries.forEach(entry -> entry.isLeftOut = leftOut.get(entry.number));
    leaveOutCompanions(entries);
    WritableByteChannel to = Channels.newChannel(out);
    try (FileChannel from = FileChannel.open(Objects.requireNonNull(file.path()))) {
      for (Entry entry : entries) {
        if (entry.begin < 0 || entry.end < 0) {
          throw new FileFailure(
              file.name() + ": record " + entry.number + " is not compressed by itself");
        }
        long at = entry.isLeftOut ? entry.end : entry.begin;
        while (at < entry.end) {
          long copied = from.transferTo(at, entry.end - at, to);
          if (copied == 0) {
            throw FileFailure.changed(file.name(), null);
          }
          at += copied;
        }
      }
    }
  }

  private static List<Entry> entries(InputFile file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (WarcFile records = WarcFile.open(file)) {
      for (WarcRecord record = records.next(); ; record = records.next()) {
        if (!entries.isEmpty()) {
          entries.getLast().end = records.begin();
        }
        if (record == null) {
          return entries;
        }
        entries.add(new Entry(record, records.number(), records.begin()));
      }
    }
  }

  /// Leaves out requests and metadata if all other records that they belong to are left out.
  private void leaveOutCompanions(List<Entry> entries) {
    Map<String, Boolean> leftOut = new HashMap<>(); // by id
    Map<String, Boolean> named = new HashMap<>(); // by the ids that they name
    for (Entry entry : entries) {
      if (!entry.isCompanion()) {
        leftOut.merge(entry.id, entry.isLeftOut, Boolean::logicalAnd);
        entry.links.forEach(link -> named.merge(link, entry.isLeftOut, Boolean::logicalAnd));
      }
    }
    leftOut.forEach((id, isGone) -> {
      if (isGone) {
        goneIds.add(id);
      }
    });
    for (Entry entry : entries) {
      if (entry.isCompanion()) {
        List<Boolean> of =
            Stream.concat(
                    entry.links.stream().map(leftOut::get), Stream.of(entry.id).map(named::get))
                .filter(Objects::nonNull)
                .toList();
        entry.isLeftOut = !of.isEmpty() && !of.contains(false);
        companions += entry.isLeftOut ? 1 : 0;
      } else if (entry.type.equals("revisit") && entry.links.stream().anyMatch(goneIds::contains)) {
        revisits++;
      }
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /// A record, and its place on disk.
  private static final class Entry {

    private final int number;
    private final long begin;
    private final String type;
    private final String id;
    private final List<String> links;
    private long end;
    private boolean isLeftOut;

    Entry(WarcRecord record, long number, long begin) {
      MessageHeaders headers = record.headers();
      this.number = (int) number;
      this.begin = begin;
      this.type = headers.first("WARC-Type").orElse("").toLowerCase(Locale.ROOT);
      this.id = headers.first("WARC-Record-ID").map(WebPage::plain).orElse("");
      this.links =
          Stream.of("WARC-Concurrent-To", "WARC-Refers-To")
              .flatMap(name -> headers.all(name).stream())
              .map(WebPage::plain)
              .toList();
    }

    /// Whether it is about other records.
    boolean isCompanion() {
      return type.equals("request") || type.equals("metadata");
    }
  }
}
