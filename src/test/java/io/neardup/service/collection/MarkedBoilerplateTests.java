package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.profile.Profiles;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.Incarnation;
import io.neardup.store.StoredBoilerplate;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MarkedBoilerplateTests {

  private final MarkedBoilerplate marked =
      new MarkedBoilerplate(
          new InMemory(), new Incarnation("texts", 1), Profiles.SIMHASH_256_V1);

  @Test
  void passagesAreLimited() {
    for (int i = 0; i < MarkedBoilerplate.MAX_PASSAGES; i++) {
      marked.mark(text(i));
    }
    assertThatThrownBy(() -> marked.mark(text(-1)))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.CONFLICT))
        .hasMessageContaining("1000 passages");
    String id = marked.mark(text(7)).id();
    assertThat(marked.list()).hasSize(MarkedBoilerplate.MAX_PASSAGES);
    marked.unmark(id);
    marked.mark(text(-1));
  }

  @Test
  void aChangeAppliesAtOnce() {
    assertThat(marked.runs().isEmpty()).isTrue();
    String id = marked.mark(text(1)).id();
    assertThat(marked.runs().isEmpty()).isFalse();
    marked.unmark(id);
    assertThat(marked.runs().isEmpty()).isTrue();
    marked.mark(text(2));
    marked.unmark(null);
    assertThat(marked.runs().isEmpty()).isTrue();
  }

  private static String text(int number) {
    return "a footer of some letters, number " + number;
  }

  private static final class InMemory implements StoredBoilerplate {

    private final TreeMap<String, MarkedText> passages = new TreeMap<>();

    @Override
    public void put(Incarnation collection, MarkedText passage) {
      passages.put(passage.id(), passage);
    }

    @Override
    public List<MarkedText> list(Incarnation collection, @Nullable String after, int limit) {
      return List.copyOf(passages.values());
    }

    @Override
    public boolean remove(Incarnation collection, String id) {
      return passages.remove(id) != null;
    }

    @Override
    public void clear(Incarnation collection) {
      passages.clear();
    }
  }
}
