package io.neardup.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnNamesTests {

  private static ColumnNames.Chosen choose(String... strings) {
    return new ColumnNames(List.of(strings), List.of(strings), List.of())
        .choose(null, null, true, _ -> {});
  }

  @Test
  void choosesUsualNames() {
    assertThat(choose("a", "text", "content")).isEqualTo(new ColumnNames.Chosen(null, "text"));
    assertThat(choose("Id", "url", "Content")).isEqualTo(new ColumnNames.Chosen("Id", "Content"));
    assertThat(choose("uuid", "only")).isEqualTo(new ColumnNames.Chosen("uuid", "only"));
    assertThat(choose("ID", "Text", "id", "text")).isEqualTo(new ColumnNames.Chosen("id", "text"));
  }

  @Test
  void refusesUnclearNames() {
    assertThatThrownBy(() -> choose("content", "body"))
        .hasMessage("several columns may be the text: content, body; name it by --text");
    assertThatThrownBy(() -> choose("Text", "TEXT"))
        .hasMessage("several columns may be the text: Text, TEXT; name it by --text");
    assertThatThrownBy(() -> choose("x", "y"))
        .hasMessage("no column has a usual name for a text; there are x, y; name it by --text");
    assertThatThrownBy(() -> choose("text", "uuid", "url"))
        .hasMessage("several columns may be the id: uuid, url; name it by --id");
  }

  @Test
  void reportsWhatItChose() {
    List<String> notes = new ArrayList<>();
    ColumnNames names = new ColumnNames(List.of("n", "text"), List.of("text"), List.of());
    assertThat(names.choose("n", "text", true, notes::add))
        .isEqualTo(new ColumnNames.Chosen("n", "text"));
    assertThat(notes).isEmpty();
    names.choose(null, null, false, notes::add);
    assertThat(notes).containsExactly("text is read from column 'text' (--text)");
  }
}
