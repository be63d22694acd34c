package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The view that loads files.
class LoadPageTests extends PageTest {

  private static final String DOCUMENTS = "**/documents?*";
  private static final Map<String, String> KINDS =
      Map.of(
          "ndjson",
          "JSON lines",
          "json",
          "a JSON array",
          "lines",
          "a text per line",
          "csv",
          "a table");

  /// The view retries automatically until the service answers again, while the page is visible.
  @Test
  void goesOnOnceTheServiceAnswers() {
    expect("ERR_FAILED");
    create("loaded", "{}");
    AtomicInteger asked = new AtomicInteger();
    page.addInitScript("Object.defineProperty(document, 'hidden', { get: () => !window.isSeen });");
    page.clock().install();
    page.route(
        "**/collections",
        route -> {
          asked.incrementAndGet();
          route.abort();
        });
    open("load?collection=loaded");
    assertThat(alert()).containsText("The service does not answer");
    page.clock().runFor(20_000); // each read is made twice
    assertThat(alert()).isVisible();
    int before = asked.get();
    for (int i = 0; i < 3; i++) {
      page.clock().runFor(20_000);
    }
    assertThat(alert()).isVisible();
    assertThat(asked).hasValue(before);
    page.evaluate("isSeen = true");
    page.clock().runFor(20_000);
    page.waitForCondition(() -> asked.get() > before);
    assertThat(alert()).isVisible();
    page.unroute("**/collections");
    page.clock().runFor(20_000);
    assertThat(field("cleaned")).hasValue("loaded");
    assertThat(alert()).hasCount(0);
  }

  private void choose(String name, byte[] content) {
    choose("file", name, content);
    name();
  }

  private void choose(String name, String content) {
    choose(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /// A file on the disk, which the browser may read again.
  private void choose(Path file) {
    field("file").setInputFiles(file);
    name();
  }

  private void name() {
    dropLater("loaded");
    field("collection").fill("loaded");
  }

  private void awaitEnd(String words) {
    assertThat(progress()).containsText(words);
  }

  /// The first part of a file is answered, and then every other one.
  private void answerEveryOtherPart() {
    AtomicInteger parts = new AtomicInteger();
    page.route(
        DOCUMENTS,
        route -> {
          if (parts.incrementAndGet() % 2 == 1) {
            route.resume();
          } // the others are never answered
        });
  }

  private static String numbered(int documents) {
    return "id,text\n"
        + IntStream.range(0, documents)
            .mapToObj(i -> i + ",text of document " + i + "\n")
            .collect(Collectors.joining());
  }

  @Test
  void aFileThatIsChosenMeanwhileIsShown() {
    open("load?collection=loaded");
    field("file").waitFor();
    page.evaluate(
        """
        () => {
          const slice = File.prototype.slice;
          window.held = new Promise((go) => { window.go = go; });
          File.prototype.slice = function (...range) {
            const piece = slice.apply(this, range);
            if (this.name === "slow.csv") {
              const read = piece.arrayBuffer.bind(piece);
              piece.arrayBuffer = () => window.held.then(read);
            }
            return piece;
          };
        }
        """);
    choose("file", "slow.csv", "number,first_body\n1,one");
    choose("quick.csv", "id,second_body\n1,one\n");
    page.evaluate("window.go()");
    page.waitForTimeout(200); // the former file would be shown by then

    assertThat(field("textField").locator("option")).containsText(new String[] {"second_body"});
  }

  /// In a table with long texts, ids and prices are not broken amid a word.
  @Test
  void showsShortValuesInALine() {
    open("load");
    String row = "https://shop.example/p/%d,%d,SK1000%d,Steel lamp %d,olive,750 ml,264.99," + FERRY;
    choose(
        "products.csv",
        "url,no,sku,title,color,size,price,description\n"
            + IntStream.range(0, 5)
                .mapToObj(i -> row.replace(FERRY, "\"" + FERRY + "\"").formatted(i, i, i, i))
                .collect(Collectors.joining("\n")));
    assertThat(page.locator(".preview td")).hasCount(40);
    assertThat(
            page.evaluate(
                """
                [...document.querySelectorAll(".preview tr > :is(:nth-child(3), :nth-child(7))")].map((cell) => {
                  const text = document.createRange();
                  text.selectNodeContents(cell);
                  return text.getClientRects().length;
                }).join()
                """))
        .isEqualTo("1,1,".repeat(5) + "1,1");
  }

  @Test
  void loadsCsvAndListsTheLinesThatAreRefused() {
    open("load?collection=loaded");
    choose(
        "notices.csv",
        """
        number,title,body
        1,First,"one, two
        three four"
        2,Second,"five ""six"" seven"
        ,Third,x
        3,Fourth
        4,Fifth,eight nine
        5,Sixth,ten eleven
        %s,Seventh,text
        6,Eighth,"seven
        """
            .formatted("9".repeat(2_000)));
    assertThat(field("textField")).hasValue("body");
    assertThat(field("idField")).hasValue("number");
    assertThat(page.locator(".preview td").nth(5)).hasText("five \"six\" seven");
    audit("load-preview");
    button("Load").click();
    awaitEnd("Done. 4 added, 0 replaced, 0 skipped, 0 repeated, 4 refused.");
    assertThat(page.locator(".problems li").nth(0))
        .hasText("Line 5: no string or whole number in the field “number” with the id");
    assertThat(page.locator(".problems li").nth(1)).hasText("Line 6: 2 fields instead of 3");
    assertThat(page.locator(".problems li").nth(2)).containsText("Line 9: ");
    assertThat(page.locator(".problems li").nth(3)).containsText("Line 10: a field that begins");
    audit("load");
    assertThat(service.get("/documents/2?collection=loaded").text("/text"))
        .isEqualTo("five \"six\" seven");
    assertThat(service.get("/documents/1?collection=loaded").text("/text"))
        .isEqualTo("one, two\nthree four");
    assertThat(service.get("/documents/1?collection=loaded").text("/metadata/title"))
        .isEqualTo("First");
    page.getByText("Show the collection").click();
    assertThat(page.locator("article h2").first()).hasText("loaded");
  }

  @Test
  void loadsTabsFromAFileThatIsDroppedOnStart() {
    create("another", "{}");
    service.put("/documents/one?collection=another", "{\"text\":\"a b c d e f\"}").require(201);
    open("start?collection=loaded");
    assertThat(page.locator(".drop")).isVisible();
    page.locator(".drop")
        .dispatchEvent(
            "drop",
            Map.of(
                "dataTransfer",
                page.evaluateHandle(
                    """
                    () => {
                      const transfer = new DataTransfer();
                      transfer.items.add(new File(["title\\ttext\\nA\\tone \\"two\\" three\\n"], "notes.tsv"));
                      return transfer;
                    }\
                    """)));
    assertThat(page.locator("h1")).hasText("Load and clean");
    assertThat(field("idField")).hasValue("");
    assertThat(field("collection")).hasValue("notes"); // of the file, not the one that was shown
    field("collection").fill("loaded");
    field("collection").press("Enter");
    awaitEnd("Done. 1 added");
    field("cleaned").selectOption("another"); // into which nothing was loaded
    assertThat(progress()).hasText("");
    field("cleaned").selectOption("loaded");
    awaitEnd("Done. 1 added");
    page.locator(".step > summary").first().click();
    assertThat(page.locator(".drop")).isVisible();
    choose("more.txt", "one more text\nand another one\n");
    assertThat(page.locator(".drop")).isHidden();
    assertThat(service.get("/documents/notes.tsv:2?collection=loaded").text("/text"))
        .isEqualTo("one \"two\" three");
  }

  @Test
  void keepsTheNumbersOfJsonAsTheyAreWritten() {
    open("load?collection=loaded");
    choose(
        "exact.ndjson",
        """
        {"id":12345678901234567890,"text":"a b c","metadata":{"lang":"en"},"__proto__":"x","size":0.12345678901234567890}
        {"id":"two","text":"a b d","metadata":{"lang":"en"},"lang":"de"}
        {"id":"three","text":7}
        [1]
        """);
    button("Load").click();
    awaitEnd("Done. 1 added, 0 replaced, 0 skipped, 0 repeated, 3 refused.");
    assertThat(page.locator(".problems li"))
        .hasText(
            new String[] {
              "Line 2: the field “lang” is in the metadata as well",
              "Line 3: no text in the field “text”",
              "Line 4: not a JSON object"
            });
    assertThat(service.get("/documents/12345678901234567890?collection=loaded").body())
        .contains("0.12345678901234567890", "\"__proto__\":\"x\"", "\"lang\":\"en\"");
  }

  /// What is guessed of a file is shown with its first records, and can be corrected.
  @Test
  void guessesDelimiterEncodingHeaderAndId() {
    open("load");
    String table =
        IntStream.range(0, 12)
            .mapToObj(i -> "caf\u00e9 no. " + i + ", one;k" + i + ";x\n")
            .collect(Collectors.joining());
    choose("menu.txt", table.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(field("encoding")).hasValue("windows-1252");
    assertThat(field("delimiter")).hasValue(";");
    assertThat(field("header")).not().isChecked();
    assertThat(field("textField")).hasValue("column 1");
    assertThat(field("idField")).hasValue("column 2"); // its values are distinct
    assertThat(page.locator(".preview td").first()).hasText("caf\u00e9 no. 0, one");
    audit("load-format");
    field("encoding").selectOption("gb18030");
    assertThat(page.getByText("menu.txt cannot be read.")).isVisible();
    field("encoding").selectOption("windows-1252");
    assertThat(page.getByText("menu.txt cannot be read.")).hasCount(0);
    field("header").check();
    assertThat(field("idField")).hasValue("k0");
    field("header").uncheck();
    field("delimiter").selectOption("");
    goTo("start");
    assertThat(page.locator("h1")).hasText("Near-duplicate texts");
    page.goBack(); // the file and how it is read are kept
    assertThat(page.locator(".preview th")).hasText(new String[] {"text"});
    assertThat(field("idField")).hasValue("");
    field("delimiter").selectOption(";");
    assertThat(field("collection")).hasValue("loaded"); // not proposed again
    button("Load").click();
    awaitEnd("Done. 12 added, 0 replaced, 0 skipped, 0 repeated, 0 refused.");
    assertThat(service.get("/documents/k3?collection=loaded").text("/text"))
        .isEqualTo("caf\u00e9 no. 3, one");
  }

  @Test
  void cellsOfTablesAreNoFormulas() {
    open("start");
    assertThat(
            page.evaluate(
                "import('/page/download.js').then(m => m.csvRecord(['=1+1', '-5,5', '-a', null]))"))
        .isEqualTo("'=1+1,\"-5,5\",'-a,\r\n");
  }

  /// A column whose values repeat is no id, whatever its name; of several the most specific one is.
  @Test
  void proposesIdsThatAreDifferent() {
    open("load");
    choose("shop.csv", "no,url,sku,text\n1,u/1,a-1,red wool\n2,u/2,a-2,blue wool\n");
    assertThat(field("idField")).hasValue("sku");
    choose("shop.csv", "no,url,sku,text\n1,u/1,a-1,red wool\n2,u/2,a-1,blue wool\n");
    assertThat(field("idField")).hasValue("url");
    choose("shop.csv", "no,id,text\n1,7,red wool\n2,7,blue wool\n");
    assertThat(field("idField")).hasValue("no");
    choose("shop.csv", "no,group_id,text\n1,7,red wool\n1,7,blue wool\n");
    assertThat(field("idField")).hasValue("");
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"id\":\"a\",\"text\":\"b\"}', ndjson, utf-8",
    "' [{\"id\":\"a\",\"text\":\"b\"}]', json, utf-8",
    "'One line.\nAnother, longer one; with marks.\n', lines, utf-8",
    "'id\ttext\n1\tone\n2\ttwo\n', csv, UTF-16",
    "'id|text\n1|\u4f60\u597d\u4e16\u754c\n2|\u4f60\u597d\n', csv, GB18030"
  })
  void guessesTheKindOfAFile(String text, String kind, String encoding) {
    open("load");
    choose(
        "file.dat",
        text.replace("\\n", "\n").replace("\\t", "\t").getBytes(Charset.forName(encoding)));
    assertThat(page.getByText("file.dat: ")).containsText(KINDS.get(kind));
    assertThat(field("encoding"))
        .hasValue(encoding.equals("UTF-16") ? "utf-16be" : encoding.toLowerCase(Locale.ROOT));
    assertThat(field("textField")).hasValue("text");
  }

  @Test
  void readsTheElementsOfAnArray() {
    open("load");
    choose(
        "array.json",
        """
        [
          {"id": "a]", "text": "one, two ] \\" [", "tags": [1, {"x": "}"}]},
          7, {"id": 2,
              "text": "three"}, {"id":"c"}
        ]
        """);
    assertThat(field("delimiter")).hasCount(0);
    button("Load").click();
    awaitEnd("Done. 2 added, 0 replaced, 0 skipped, 0 repeated, 2 refused.");
    assertThat(page.locator(".problems li"))
        .hasText(new String[] {"Line 3: not a JSON object", "Line 4: no text in the field “text”"});
    assertThat(service.get("/documents/a%5D?collection=loaded").text("/text"))
        .isEqualTo("one, two ] \" [");
  }

  /// A page in HTML is one document: its text, without scripts, and its title as metadata.
  @Test
  void loadsAPageAsOneDocument() {
    open("load");
    choose(
        "page.html",
        """
        <!DOCTYPE html>
        <html><head><title>Ferries</title><style>p { color: red }</style></head>
        <body><h1>The ferry</h1><p>It runs every
        twenty minutes.</p><script>window.injected = 1</script></body></html>
        """);
    assertThat(page.getByText("page.html: ")).containsText("a page in HTML");
    assertThat(field("delimiter")).hasCount(0);
    button("Load").click();
    awaitEnd("Done. 1 added, 0 replaced, 0 skipped, 0 repeated, 0 refused.");
    String path = "/documents/page.html%3A1?collection=loaded";
    assertThat(service.get(path).text("/text"))
        .isEqualTo("The ferry\nIt runs every twenty minutes.");
    assertThat(service.get(path).text("/metadata/title")).isEqualTo("Ferries");
    assertThat(page.evaluate("window.injected ?? 0")).isEqualTo(0);
  }

  /// A mailbox is cut into its mails: headers as metadata, and the text of the first part that has
  /// one.
  @Test
  void loadsAMailboxMailByMail() {
    open("load");
    choose(
        "mails.mbox",
        """
        From ann@example.org Mon Jan  1 09:00:00 2024
        Message-ID: <one@example.org>
        Subject: =?utf-8?Q?Caf=C3=A9_hours?=
        From: Ann
          <ann@example.org>
        Content-Type: multipart/alternative; boundary="cut"

        --cut
        Content-Type: text/html

        <p>no</p>
        --cut
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        The caf=C3=A9 opens at nine=
         o'clock.
        >From Monday on.
        --cut--

        From bob@example.org Tue Jan  2 09:00:00 2024
        Message-ID: <two@example.org>
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: base64

        Y2Fm6SBjbG9zZWQ=
        """);
    assertThat(page.getByText("mails.mbox: ")).containsText("a mailbox");
    assertThat(field("delimiter")).hasCount(0);
    assertThat(field("idField")).hasValue("id");
    assertThat(field("textField")).hasValue("text");
    button("Load").click();
    awaitEnd("Done. 2 added, 0 replaced, 0 skipped, 0 repeated, 0 refused.");
    String path = "/documents/one%40example.org?collection=loaded";
    assertThat(service.get(path).text("/text"))
        .isEqualTo("The caf\u00e9 opens at nine o'clock.\nFrom Monday on.");
    assertThat(service.get(path).text("/metadata/subject")).isEqualTo("Caf\u00e9 hours");
    assertThat(service.get(path).text("/metadata/from")).isEqualTo("Ann <ann@example.org>");
    assertThat(service.get("/documents/two%40example.org?collection=loaded").text("/text"))
        .isEqualTo("caf\u00e9 closed");
  }

  /// The connection is lost for a moment, and the view is left meanwhile.
  @Test
  void goesOnAfterALostConnection(@TempDir Path folder) throws IOException {
    expect("ERR_FAILED");
    Path file =
        Files.write(
            folder.resolve("lines.gz"),
            gzip(
                IntStream.range(0, 2_500)
                    .mapToObj(
                        i -> "{\"id\":\"d%d\",\"text\":\"text of document %d\"}\n".formatted(i, i))
                    .collect(Collectors.joining())));
    AtomicInteger attempts = new AtomicInteger();
    page.route(
        DOCUMENTS,
        route -> {
          switch (attempts.incrementAndGet()) {
            case 1 -> // an answer that breaks off
                route.fulfill(
                    new Route.FulfillOptions().setBody("{\"id\":\"d0\",\"outcome\":\"added\"}\n"));
            case 2 -> route.resume();
            default -> route.abort();
          }
        });
    open("load?collection=loaded");
    choose(file);
    button("Load").click();
    assertThat(page.getByText("The connection is lost.")).isVisible();
    awaitEnd("1,000 added, 0 replaced, 0 skipped, 0 repeated, 0 refused. The connection is lost.");
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    page.goBack();
    awaitEnd("1,000 added, 0 replaced, 0 skipped, 0 repeated, 0 refused. The connection is lost.");
    page.unroute(DOCUMENTS);
    awaitEnd("Done. 2,500 added, 0 replaced, 0 skipped, 0 repeated, 0 refused.");
    assertThat(service.get("/collections/loaded").number("/documents")).isEqualTo(2_500);
    assertThat(service.get("/documents/d2499?collection=loaded").number("/version")).isEqualTo(1);
  }

  /// What is stored already is skipped when a file is loaded again.
  @Test
  void goesOnWhereItWasStopped() {
    answerEveryOtherPart();
    open("load?collection=loaded");
    choose("one.csv", numbered(1_500));
    button("Load").click();
    assertThat(progress())
        .hasText(
            Pattern.compile(
                "\\d+% read: 1,000 added, 0 replaced, 0 skipped, 0 repeated, 0 refused\\. [\\d,]+"
                    + " per second, \\d+ seconds? left\\."));
    button("Stop").click();
    assertThat(page.getByText("Loading one.csv stopped after 1,000 records")).isVisible();
    audit("load-interrupted");
    page.unroute(DOCUMENTS);
    button("Load").click();
    assertThat(page.locator(".taken")).containsText("Ids that “loaded” has already: 1,000");
    button("Load").click();
    awaitEnd("Done. 500 added, 0 replaced, 1,000 skipped, 0 repeated, 0 refused.");
    assertThat(page.getByText("stopped after")).hasCount(0);
    assertThat(service.get("/documents/999?collection=loaded").number("/version")).isEqualTo(1);
  }

  @Test
  void checksTheNameOfACollectionWhileItIsTyped() {
    open("load");
    choose("Überblick 2026 (final).csv", numbered(1));
    field("collection").fill("");
    choose("file", "Überblick 2026.csv", numbered(1));
    assertThat(field("collection")).hasValue("Uberblick-2026");
    field("collection").fill("two words");
    assertThat(page.getByText("1 to 64 letters, digits, dots")).isVisible();
    assertThat(button("Load")).isDisabled();
    audit("load-name");
    field("collection").fill("loaded");
    assertThat(page.getByText("1 to 64 letters, digits, dots")).hasCount(0);
    assertThat(button("Load")).isEnabled();
  }

  @Test
  void theFormStaysUsableAfterARefusal() {
    expect("status of 4");
    page.route(
        "**/collections/loaded",
        route -> answer(route, 400, "{\"status\":400,\"title\":\"Refused\"}"));
    open("load");
    choose("refused.csv", numbered(2));
    button("Load").click();
    assertThat(alert()).containsText("Refused");
    assertThat(field("collection")).isEditable();
    page.unroute("**/collections/loaded");
    button("Load").click();
    awaitEnd("Done. 2 added");
  }

  @Test
  void rejectsWhatIsNoFileOfRecords() {
    open("load");
    byte[] sound = new byte[5_000];
    new Random(7).nextBytes(sound);
    for (byte[] content :
        new byte[][] {
          {0x1f, (byte) 0x8b, 1, 2, 3}, {}, {(byte) 0x89, 'P', 'N', 'G', 13}, sound, new byte[3_000]
        }) {
      choose("file", "broken.gz", content);
      String why =
          content.length == 0
              ? "is empty."
              : content[0] == 0x1f ? "is damaged," : "cannot be read.";
      assertThat(alert()).containsText("broken.gz " + why);
      choose("good.csv", "id,text\n1,a\n");
      assertThat(alert()).hasCount(0);
    }
  }

  /// The first record is longer than what is read of other files to preview them.
  @Test
  void readsALongRecord() {
    open("load");
    String record = "{\"id\":\"%s\",\"text\":\"%s\"}\n";
    choose(
        "long.jsonl", record.formatted("a", "word ".repeat(900_000)) + record.formatted("b", "b"));
    assertThat(page.locator(".preview tbody tr")).not().hasCount(0);
    button("Load").click();
    awaitEnd("Done. 2 added, 0 replaced, 0 skipped, 0 repeated, 0 refused.");
    assertThat(service.get("/documents/a?collection=loaded").text("/text")).hasSize(4_500_000);
  }

  /// As spreadsheets write them: ends of lines, a line that names the delimiter, UTF-16 without a
  /// mark.
  @ParameterizedTest
  @CsvSource({
    "'id,text|1,one two|2,\"three| four\"|', CR, utf-8, ','",
    "'id;text|1;one, two|2;\"three| four\"|', CR, utf-8, ;",
    "'id;text|1;one, two|2;\"three~ four\"|', CR, utf-8, ;",
    "'sep=#|id#text|1#one; two|2#\"three| four\"', LF, utf-8, #",
    "'sep=;|id;text|1;one, two|2;\"three| four\"', CR, utf-8, ;",
    "'id,text|1,one two|2,\"three| four\"', LF, UTF-16LE, ','",
    "'id,text|1,one two|2,\"three| four\"', LF, UTF-16BE, ','"
  })
  void readsWhatSpreadsheetsWrite(String text, String end, String encoding, String delimiter) {
    String ended = text.replace("|", end.equals("CR") ? "\r" : "\n").replace("~", "\n");
    open("load");
    choose("sheet.csv", ended.getBytes(Charset.forName(encoding)));
    assertThat(field("encoding")).hasValue(encoding.toLowerCase(Locale.ROOT));
    assertThat(field("delimiter")).hasValue(delimiter);
    assertThat(page.locator(".preview th")).hasText(new String[] {"id", "text"});
    button("Load").click();
    awaitEnd("Done. 2 added, 0 replaced, 0 skipped, 0 repeated, 0 refused.");
    assertThat(service.get("/documents/2?collection=loaded").text("/text"))
        .isEqualTo(ended.replaceFirst("(?s).*\"three", "three").replaceFirst("\"\\s*$", ""));
  }

  /// A carriage return amid the lines of another file, and a zero, are letters of a text.
  @Test
  void keepsReturnsAndZerosInTexts() {
    open("load");
    choose("odd.csv", "id,text\n1,one\rtwo\n2,three\0four\n");
    assertThat(field("encoding")).hasValue("utf-8");
    button("Load").click();
    awaitEnd("Done. 2 added");
    assertThat(service.get("/documents/1?collection=loaded").text("/text")).isEqualTo("one\rtwo");
    assertThat(service.get("/documents/2?collection=loaded").text("/text"))
        .isEqualTo("three\0four");
  }

  /// An id that is no text in UTF-8 is refused with its line, and so is nothing else.
  @Test
  void refusesAnIdWithHalfALetter() {
    open("load");
    choose(
        "half.ndjson",
        """
        {"id":"a\\ud83d","text":"one two"}
        {"id":"a\\ud83e","text":"three four"}
        {"id":"a","text":"five six"}
        """);
    button("Load").click();
    awaitEnd("Done. 1 added, 0 replaced, 0 skipped, 0 repeated, 2 refused.");
    assertThat(page.locator(".problems li").first()).containsText("Line 1: ");
  }

  /// Elements of an array in one line, without ids, are documents of their own.
  @Test
  void namesElementsOfOneLineApart() {
    open("load");
    choose("flat.json", "[{\"text\":\"one two\"},{\"text\":\"three four\"}]");
    button("Load").click();
    awaitEnd("Done. 2 added, 0 replaced");
    assertThat(service.get("/documents/flat.json:1%232?collection=loaded").text("/text"))
        .isEqualTo("three four");
  }
}
