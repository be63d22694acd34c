package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are given back without what a clean-up found.
class CleanFilePageTests extends PageTest {

  private static final String WORDS =
      " the harbour ferry will run every twenty minutes from Monday the port authority said on"
          + " Friday and a second boat joins the line after spring repairs";

  private void load(String name, byte[] content, String end) {
    dropLater("notes");
    open("load");
    choose("file", name, content);
    finish(end);
  }

  private void finish(String end) {
    assertThat(field("collection")).hasValue("notes");
    button("Load").click();
    assertThat(progress()).containsText(end);
  }

  private byte[] download(String name) throws IOException {
    Download download = page.waitForDownload(() -> button("Download " + name).click());
    if (name.contains("-clean-")) {
      assertThat(download.suggestedFilename()).isEqualTo(name);
    }
    return Files.readAllBytes(download.path());
  }

  /// The byte order mark, needless quotes, ends of lines, empty and refused records.
  @Test
  void keepsTheBytesOfWhatStays() throws IOException {
    String file =
        "\uFEFF\"id\",text,\"note\"\r\n"
            + "1,\"first"
            + WORDS
            + "\",\"\"\"quoted\"\"\"\r\n"
            + "\r\n"
            + "2,\"first"
            + WORDS
            + " indeed\",b\n"
            + "refused\r\n"
            + "3,\"line one\r\nline two of quite another text that has words enough\",\"c\"\r\n"
            + "2,\"first"
            + WORDS
            + " indeed\",b\n"
            + "4,\""
            + text(4)
            + "\",é";
    dropLater("notes");
    open("load");
    choose("file", "notes.csv", file.getBytes(StandardCharsets.UTF_8));
    field("idField").selectOption("id"); // not proposed, since its values repeat
    finish("Done. 4 added, 0 replaced, 0 skipped, 1 repeated, 1 refused.");
    page.reload(); // the browser has kept the file
    field("survivor").selectOption("first");
    button("Try it").click();
    assertThat(page.locator(".dry-run")).containsText("1 of 4 documents");
    audit("clean-file");
    assertThat(new String(download("notes-clean-dry-run.csv"), StandardCharsets.UTF_8))
        .isEqualTo(file.replace("2,\"first" + WORDS + " indeed\",b\n", ""));
    // Nothing goes whose document that stays is disabled; what is disabled goes.
    service.patch("/documents/1?collection=notes", "{\"enabled\":false}").require(200);
    assertThat(new String(download("notes-clean-dry-run.csv"), StandardCharsets.UTF_8))
        .containsOnlyOnce("indeed\",b")
        .doesNotContain("quoted");
    assertThat(new String(download("what goes (CSV)"), StandardCharsets.UTF_8))
        .isEqualTo(
            "\uFEFFid,kept,common,distance,group,why,line\r\n"
                + "1,,,,,disabled,\r\n"
                + "2,2,,,,repeated,8\r\n");
  }

  /// Each record that stays has the bytes that it had, in any encoding.
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "windows-1252", "GB18030"})
  void keepsTheEncoding(String encoding) throws IOException {
    String odd =
        encoding.equals("windows-1252")
            ? "\u00fc\u20ac\u0153"
            : "\u4f60\u597d\u4e16\u754c\u00fc\ud83d\ude00".repeat(20);
    String mark = encoding.equals("UTF-16LE") ? "\ufeff" : "";
    String file =
        mark + "id;text\n1;" + odd + text(1) + "\n2;" + odd + text(1) + "\n3;" + odd + text(3);
    load("notes.csv", file.getBytes(Charset.forName(encoding)), "Done. 3 added");
    field("survivor").selectOption("first");
    button("Try it").click();
    assertThat(page.locator(".dry-run")).containsText("1 of 3 documents");
    assertThat(new String(download("notes-clean-dry-run.csv"), Charset.forName(encoding)))
        .isEqualTo(file.replace("2;" + odd + text(1) + "\n", ""));
  }

  @Test
  void keepsAnArray() throws IOException {
    String file =
        " [ {\"id\":1, \"text\":\"%s\"},\n {\"id\":2,\"text\":\"%s\"} ,{\"id\":3,\"text\":\"%s\"}\n]\n"
            .formatted(text(1), text(1) + " indeed", text(3));
    load("notes.json", file.getBytes(StandardCharsets.UTF_8), "Done. 3 added");
    field("survivor").selectOption("longest");
    button("Try it").click();
    assertThat(page.locator(".dry-run")).containsText("1 of 3 documents");
    assertThat(new String(download("notes-clean-dry-run.json"), StandardCharsets.UTF_8))
        .isEqualTo(file.replace(" {\"id\":1, \"text\":\"" + text(1) + "\"},", ""));
  }

  @Test
  void givesAFileInGzip() throws IOException {
    String first = "{\"id\":\"a\", \"text\":\"one" + WORDS + "\", \"n\":1.50}\n";
    String same = "{\"id\":\"b\",\"text\":\"one" + WORDS + " indeed\"}\n";
    String other = "{\"text\":\"" + text(1) + "\",\"id\":\"c\"}";
    dropLater("notes");
    open("load");
    choose("file", "notes.ndjson.gz", gzip(first + same + other));
    button("Load").click();
    assertThat(progress()).containsText("Done. 3 added");
    field("kind").selectOption("groups");
    button("Find groups").click();
    try (InputStream clean =
        new GZIPInputStream(new ByteArrayInputStream(download("notes-clean-groups.ndjson.gz")))) {
      assertThat(new String(clean.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(first + other);
    }
    assertThat(new String(download("what goes (CSV)"), StandardCharsets.UTF_8))
        .matches(
            "\uFEFFid,kept,common,distance,group,why,line\r\n"
                + "b,a,0\\.\\d+,\\d+,1,near-duplicate,\r\n");
  }
}
