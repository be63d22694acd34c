package io.neardup.service.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.StopSignal;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassageTexts;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.passage.PassageResult.Match;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassageLookupTests {

  private static final int WORDS = 1_000_000;

  @TempDir private Path data;

  private final SplittableRandom random = new SplittableRandom(5);
  @AutoClose private DocumentStore store;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    DocumentCollections collections = LoadedCollections.of(store);
    collections.change(
        DocumentCollections.DEFAULT,
        _ -> new CollectionChange(null, null, true, null, WeightSource.PROFILE, true, null));
    collection = collections.get(null);
  }

  /// Matches are kept until the answer is written, a thousand of them.
  @Test
  void aMatchKeepsTheFirstPassagesAlone() {
    List<String> quotes =
        IntStream.range(0, 150).mapToObj(i -> PassageTexts.words(random, 30, WORDS)).toList();
    store("quotes", quotes.stream().map(this::between).collect(Collectors.joining(" ")));
    Match match = find(quotes.stream().map(this::between).collect(Collectors.joining(" ")));
    assertThat(match.passages()).hasSize(100);
    assertThat(match.truncated()).isTrue();
    assertThat(match.query().shared()).isBetween(150 * 30, 150 * 31); // of all passages
    assertThat(match.passages().getFirst().a().start()).isLessThan(200);
  }

  @Test
  void aMatchKeepsTheFirstGapsAlone() {
    String text = PassageTexts.words(random, 12_000, WORDS);
    store("original", text);
    String[] words = text.split(" ");
    IntStream.range(1, 1_200).forEach(i -> words[10 * i] = "edited" + i);
    Match match = find(String.join(" ", words));
    assertThat(match.passages()).hasSize(1);
    assertThat(match.passages().getFirst().gaps()).hasSize(1_000);
    assertThat(match.truncated()).isTrue();
    assertThat(match.query().shared()).isEqualTo(12_000 - 1_199);
  }

  /// Their texts are not kept until the answer.
  @Test
  void placesInManyLongTextsAreExact() {
    String quote = PassageTexts.words(random, 30, WORDS);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      texts.add(between(quote) + " " + PassageTexts.words(random, 5_000 + i, WORDS));
      store("d" + i, texts.get(i));
    }
    assertThat(texts.stream().mapToInt(String::length).sum()).isGreaterThan(200_000);
    PassageLookup lookup = PassageLookup.of(null, null, null, MetadataFilter.NONE);
    List<Match> matches = lookup.find(collection, quote, null, StopSignal.NEVER).matches();
    assertThat(matches).hasSize(10);
    for (int i = 0; i < 10; i++) {
      assertThat(matches.get(i).document().id()).isEqualTo("d" + i);
      TextRange place = matches.get(i).passages().getFirst().b();
      assertThat(texts.get(i).substring(place.start(), place.end())).isEqualTo(quote);
    }
  }

  private String between(String quote) {
    return PassageTexts.words(random, 20, WORDS) + " " + quote;
  }

  private Match find(String text) {
    PassageLookup lookup = PassageLookup.of(null, null, null, MetadataFilter.NONE);
    List<Match> matches = lookup.find(collection, text, null, StopSignal.NEVER).matches();
    assertThat(matches).hasSize(1);
    return matches.getFirst();
  }

  private void store(String id, String text) {
    Source source = new Source.OfContent(new Content.Text(text));
    NewDocuments.store(collection, NewDocuments.of(id, source, null, null)).join();
  }
}
