package io.neardup.cli.warc;

import io.neardup.cli.files.ColumnNames;
import io.neardup.cli.files.Compression;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.files.Rows;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcRecord;
import tools.jackson.databind.node.ObjectNode;

/// Reads the pages of a WARC file: HTML responses with a status of 200 to 299, and resources and
/// conversions that are HTML or plain texts. Its columns are `id`, `url`, `date` and `text`.
///
/// Holds the pages of a batch, of up to 16 MB each. Not thread-safe.
public final class WarcSource implements RecordSource {

  private static final int BATCH_BYTES = 1 << 20;
  private static final int BATCH = 256;
  private static final String TEXT = "text";
  private static final List<String> COLUMNS = List.of("id", "url", "date", TEXT);

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

  /// How the file is compressed.
  Compression compression() {
    return records.compression();
  }

  @Override
  public ColumnNames columns() {
    return new ColumnNames(COLUMNS, COLUMNS, COLUMNS);
  }

  @Override
  public void read(ColumnNames.Chosen columns) {
    FileFailure.require(
        columns.texts().equals(List.of(TEXT)),
        file.name(),
        "is WARC, of which text is the only column of texts (--text)");
    FileFailure.require(
        columns.id() == null || COLUMNS.contains(columns.id()),
        file.name(),
        "has no column '" + columns.id() + "'; WARC has " + String.join(", ", COLUMNS));
    columns.requireAbsent(COLUMNS, file.name());
    id = columns.id();
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

  /// Some pages of a file.
  ///
  /// @param id the column of ids, null for none
  record WarcBatch(InputFile file, List<WebPage> pages, @Nullable String id)
      implements RecordBatch {

    @Override
    public int size() {
      return pages.size();
    }

    @Override
    public long line(int index) {
      return pages.get(index).number();
    }

    @Override
    public RecordFields read(int index) throws RecordFault {
      return new RecordFields(id(index), pages.get(index).text());
    }

    @Override
    public @Nullable String id(int index) throws RecordFault {
      WebPage page = pages.get(index);
      return switch (id) {
        case "id" -> page.id();
        case "url" -> page.url();
        case "date" -> page.date();
        case TEXT -> page.text();
        case null, default -> null;
      };
    }

    @Override
    public ObjectNode row(int index) {
      WebPage page = pages.get(index);
      String text;
      try {
        text = page.text();
      } catch (RecordFault _) {
        text = null; // the page is not compared
      }
      return Rows.JSON
          .createObjectNode()
          .put("id", page.id())
          .put("url", page.url())
          .put("date", page.date())
          .put(TEXT, text);
    }
  }
}
