package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.simhash.Xxh3;
import io.neardup.text.Folding.Fold;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldingTests {

  private static final Set<Fold> MARKED = EnumSet.of(Fold.NUMBERS, Fold.DATES, Fold.URLS);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NUMBERS|no change here, at all.|no change here, at all.",
        "NUMBERS|7|0",
        "NUMBERS|1 22 333|0 0 0",
        "NUMBERS|costs 1,000.50 dollars.|costs 0 dollars.",
        "NUMBERS|pi is 3.14, at 12:30.|pi is 0, at 0.",
        "NUMBERS|192.168.0.1|0",
        "NUMBERS|mp3 h264 3gb x1.5|mp3 h264 3gb x1.0",
        "NUMBERS|1,2,x|0,x",
        "NUMBERS|1,2x|0,2x",
        "NUMBERS|51区有9架飞碟|0区有0架飞碟",
        "NUMBERS|٣٤ १२|0 0",
        "NUMBERS|-5%|-0%",
        "NUMBERS|5😀 1.5☎|0😀 0☎",
        "NUMBERS|1..2|0..0",
        "TRADITIONAL DATES|臺灣的圖書館|台湾的图书馆",
        "TRADITIONAL DATES|台湾的图书馆|台湾的图书馆",
        "TRADITIONAL DATES|a 發展 b 頭髮 c|a 发展 b 头发 c",
        "TRADITIONAL DATES|8月3號開放|0date开放",
        "TRADITIONAL DATES|Über Ⅷ 漢語|über viii 汉语",
        "DATES|on 2026-08-03 at|on 0date at",
        "DATES|3.8.2026, 03/08/2026|0date, 0date",
        "DATES|2026/8/3。|0date。",
        "DATES|2026-08-03t12:30:00.123z end|0date end",
        "DATES|2026-08-03t12:30:00.|0date.",
        "DATES|2026-08-03tx|2026-08-03tx",
        "DATES|于2026年8月3日下午|于0date下午",
        "DATES|8月3日 8月3号|0date 0date",
        "DATES|2026年8月|0date",
        "DATES|8月 3日|8月 3日",
        "DATES|2026年|2026年",
        "DATES|1.2.3 192.168.0.1 2026-08-03-04|1.2.3 192.168.0.1 2026-08-03-04",
        "DATES|12026-08-03 a2026-08-03|12026-08-03 a2026-08-03",
        "DATES|2026-08.03 2026-08|2026-08.03 2026-08",
        "DATES|2026-08-03x|2026-08-03x",
        "DATES|8月3日abc|0date abc",
        "URLS|see https://example.com/a?b=1&c=2#d.|see 0url.",
        "URLS|(http://example.com/a-b_c)|(0url)",
        "URLS|www.example.com, more|0url, more",
        "URLS|点击http://t.cn/abc下载|点击0url下载",
        "URLS|http://a.comпривет|0url привет",
        "URLS|http://a.cq\u0301x|0url x",
        "URLS|http:// www. :// a:b|http:// www. :// a:b",
        "URLS|http://...|http://...",
        "URLS|xhttp://a|0url",
        "URLS|1http://a|1http://a",
        "URLS|anumberoflettersandthen://a|anumberoflettersandthen://a",
        "URLS|<a href=\"http://a.b/c\">|<a href=\"0url\">",
        "NUMBERS ADDRESSES|mail a.b+c@mail.example.com.|mail 0url.",
        "NUMBERS ADDRESSES|(info@xn--80a.org)|(0url)",
        "NUMBERS ADDRESSES|联系a@b.cn谢谢|联系0url谢谢",
        "NUMBERS ADDRESSES|@anna thanks|0url thanks",
        "NUMBERS ADDRESSES|hi @jean_luc: ok|hi 0url: ok",
        "NUMBERS ADDRESSES|你好@anna你好|你好0url你好",
        "NUMBERS ADDRESSES|@a|0url",
        "NUMBERS ADDRESSES|read bit.ly/3x-Y_z now|read 0url now",
        "NUMBERS ADDRESSES|example.org/a/b?c=1.|0url.",
        "NUMBERS ADDRESSES|see https://example.com/@anna|see 0url",
        "NUMBERS ADDRESSES|a@b and so@on @ 5|a@b and so@on @ 0",
        "NUMBERS ADDRESSES|end.start e.g./i.e. and/or 3.5/10|end.start e.g./i.e. and/or 0/0",
        "NUMBERS ADDRESSES|a@b.c -@- @|a@b.c -@- @",
        "NUMBERS ADDRESSES|a@b.comпривет|a@b.comпривет"
      })
  void foldsWhatIsAskedFor(String kinds, String text, String folded) {
    Set<Fold> asked = Stream.of(kinds.split(" ")).map(Fold::valueOf).collect(Collectors.toSet());
    assertThat(fold(text, asked)).isEqualTo(folded);
  }

  /// If this fails, a version of ICU4J has changed its transform, and thereby the fingerprints of
  /// stored documents: document it in the changelog.
  @Test
  void theTransformOfTraditionalCharactersNeverChanges() {
    StringBuilder all = new StringBuilder();
    for (char c = 0x3400; c <= 0x9FFF; c++) {
      all.append(c);
    }
    assertThat(Long.toHexString(Xxh3.hash(fold(all.toString(), EnumSet.of(Fold.TRADITIONAL)))))
        .isEqualTo("e2dd69ba94a25724");
  }

  @Test
  void foldsEachPartOnce() {
    assertThat(fold("On 2026-08-03 3 items: http://a.b/2026-08-03", MARKED))
        .isEqualTo("on 0date 0 items: 0url");
    assertThat(fold("3 a.b", EnumSet.noneOf(Fold.class))).isEqualTo("3 a.b");
  }

  private static String fold(String text, Set<Fold> kinds) {
    return text(new Folding(kinds, false).apply(text));
  }

  private static String text(NormalizedText text) {
    return text.toString();
  }
}
