package io.neardup.cli.warc;

import io.neardup.cli.files.ColumnNames;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcRecord;

/// Reads the pages of a WARC file: HTML responses with a status of 200 to 299, and resources and
/// conversions that are HTML or plain texts. Its columns are `id`, `url`, `date` and `text`.
///
/// Holds the pages of a batch, of up to 16 MB each. Not thread-safe.
public final class WarcSource implements RecordSource {

  private static final int BATCH_BYTES = 1 << 20;
  private static final int BATCH = 256;

  private final InputFile file;
  private final WarcFile records;
  private @Nullable String id;

  private WarcSource(InputFile file, WarcFile records) {
    this.file = file;
    this.records = records;
  }

  /// Opens a file.
  ///
  /// @throws FileFailure if it was changed since it was chosen
  public static WarcSource open(InputFile file) throws IOException {
    return new WarcSource(file, WarcFile.open(file));
  }

  /// The file.
  InputFile file() {
    return file;
  }

  @Override
  public ColumnNames columns() {
    return new ColumnNames(WarcBatch.COLUMNS, WarcBatch.COLUMNS, WarcBatch.COLUMNS);
  }

  @Override
  public void read(ColumnNames.Chosen columns) {
    require(
        columns.texts().equals(List.of(WarcBatch.TEXT)),
        "is WARC, of which text is the only column of texts (--text)");
    require(
        columns.id() == null || WarcBatch.COLUMNS.contains(columns.id()),
        "has no column '" + columns.id() + "'; WARC has " + String.join(", ", WarcBatch.COLUMNS));
    for (String added : columns.absent()) {
      require(
          !WarcBatch.COLUMNS.contains(added),
          "has a column '" + added + "' already; --columns names the added columns");
    }
    id = columns.id();
  }

  private void require(boolean condition, String fault) {
    if (!condition) {
      throw new FileFailure(file.name() + ": " + fault);
    }
  }

  @Override
  public @Nullable RecordBatch next() {
    List<WebPage> pages = new ArrayList<>();
    long bytes = 0;
    while (pages.size() < BATCH && bytes < BATCH_BYTES) {
      WarcRecord record = records.next();
      if (record == null) {
        break;
      }
      WebPage page = WebPage.of(record, records.number());
      if (page != null) {
        pages.add(page);
        bytes += page.payload().length;
      }
    }
    return pages.isEmpty() ? null : new WarcBatch(file, pages, id);
  }

  @Override
  public long bytesRead() throws IOException {
    return records.bytesRead();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
