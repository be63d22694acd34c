package io.neardup.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Records end where their file ends them, however it is divided into reads.
class LineEndsTests {

  private static final int MAX_BYTES = 40;

  /// The records as `line:content`, of a stream that returns at most that many bytes per read.
  private static List<String> cut(String text, boolean quoted, int most, int size)
      throws IOException {
    InputStream in =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(most, length));
          }
        };
    RecordCutter cutter = new RecordCutter(in, new CsvRecordEnds(',', quoted), MAX_BYTES, size);
    List<String> records = new ArrayList<>();
    for (RecordCutter.Result result = cutter.next();
        result != RecordCutter.Result.END;
        result = cutter.next()) {
      int end =
          RecordEnds.withoutReturns(
              cutter.bytes(), cutter.start(), cutter.start() + cutter.length());
      String content =
          new String(cutter.bytes(), cutter.start(), end - cutter.start(), StandardCharsets.UTF_8);
      records.add(
          cutter.number() + ":" + (result == RecordCutter.Result.RECORD ? content : result.name()));
    }
    return records;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "a,b\\n1,x\\ry\\n2,z\\n # 1:a,b|2:1,x\\ry|3:2,z",
        "a,b\\r\\n1,x\\ry\\r\\n2,z # 1:a,b|2:1,x\\ry|3:2,z",
        "a,b\\r1,x\\r2,y\\r # 1:a,b|2:1,x|3:2,y",
        "a,b\\r1,x\\n2,y\\r\\n3,z # 1:a,b|2:1,x|3:2,y|4:3,z",
        "a,b\\n1,x\\r2,y\\n # 1:a,b|2:1,x\\r2,y",
        "a,b\\r\\r1,x\\r # 1:a,b|2:|3:1,x",
        "a,b\\r\\r\\n1,x # 1:a,b|2:|3:1,x",
        "a,b\\n1,x\\r\\r\\n2,y # 1:a,b|2:1,x|3:2,y",
        "a,'b\\rc'\\r1,'x\\r\\n\\ry'\\r2,z # 1:a,'b\\rc'|3:1,'x\\r\\n\\ry'|6:2,z",
        "a,'b\\rc'\\n1,'x\\r\\n\\ry'\\n2,z # 1:a,'b\\rc'|2:1,'x\\r\\n\\ry'|4:2,z",
        "a,b\\r1,xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\r2,y\\r"
            + " # 1:a,b|2:TOO_LONG|3:2,y",
        "a,b\\n1,xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\n2,y\\r"
            + " # 1:a,b|2:TOO_LONG|3:2,y",
        "a,b # 1:a,b",
        "a,b\\r # 1:a,b",
      })
  void endsAreThoseOfTheFileHoweverItIsRead(String file, String records) throws IOException {
    String text = file.strip().translateEscapes().replace('\'', '"');
    List<String> expected =
        List.of(records.strip().translateEscapes().replace('\'', '"').split("\\|", -1));
    for (int most = 1; most <= text.length(); most++) {
      for (int size : new int[] {1, 3, 8, 64}) {
        assertThat(cut(text, true, most, size)).as("%d of %d", most, size).isEqualTo(expected);
      }
    }
  }

  @Test
  void linesWithoutQuotesEndInQuotes() throws IOException {
    for (String end : List.of("\r", "\n", "\r\n")) {
      for (int most = 1; most < 5; most++) {
        assertThat(cut("\"a" + end + "b\"" + end + "c", false, most, 8))
            .containsExactly("1:\"a", "2:b\"", "3:c");
      }
    }
  }

  @Test
  void returnsAreCharactersOfFieldsAndNotAfterAQuote() throws RecordFault {
    DelimitedFields csv = new DelimitedFields(',', true, "");
    assertThat(fields(csv, "1,a\rb,\"c\rd\",\r\"e\"\r"))
        .containsExactly("1", "a\rb", "c\rd", "\r\"e\"");
    assertThatThrownBy(() -> fields(csv, "1,\"a\"\rb,c"))
        .hasMessageStartingWith("is not as in RFC 4180");
    assertThat(fields(new DelimitedFields('\t', false, ""), "1\ta\rb\r"))
        .containsExactly("1", "a\rb");
  }

  @Test
  void theTextOfARecordIsReplacedInItsPlace() throws RecordFault {
    byte[] record = "é,\"a, \"\"b\"\"\rc\",x\r".getBytes(StandardCharsets.UTF_8);
    FieldReader reader = new DelimitedFields(',', true, "").reader(3, new int[] {1}, "\n", 0);
    assertThat(reader.read(record, 0, record.length).text()).isEqualTo("a, \"b\"\rc");
    assertThat(
            new String(
                reader.replaceText(record, 0, record.length, "\"d\""), StandardCharsets.UTF_8))
        .isEqualTo("é,\"\"\"d\"\"\",x\r");
  }

  private static List<String> fields(DelimitedFields format, String record) throws RecordFault {
    byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
    return format.fields(bytes, 0, bytes.length);
  }
}
