package io.neardup.cli.warc;

import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.Rows;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Some pages of a WARC file.
///
/// @param id the column of ids, null for none
record WarcBatch(InputFile file, List<WebPage> pages, @Nullable String id) implements RecordBatch {

  static final String TEXT = "text";
  static final List<String> COLUMNS = List.of("id", "url", "date", TEXT);

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
