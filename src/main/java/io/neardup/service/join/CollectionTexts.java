package io.neardup.service.join;

import io.neardup.index.StopSignal;
import io.neardup.measure.DropRule;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.ContainedTexts;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.passage.Winnowing;
import io.neardup.profile.TextTokens;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/// The texts of the documents of a collection that lookups report. A document is known by its
/// ordinal. Those that are changed meanwhile are read as they are then.
///
/// @param marked runs of words that do not count
/// @param pool whose threads divide texts into words
/// @param stop checked periodically
public record CollectionTexts(
    DocumentCollection collection,
    MetadataFilter filter,
    MarkedRuns marked,
    ForkJoinPool pool,
    StopSignal stop)
    implements RecordPass<RecordText> {

  private static final int TOGETHER = 64;
  private static final long MAX_CHARS = 1_000_000; // of texts that are divided at once
  private static final int HEAP_SHARE = 8;

  /// The texts without what is marked as boilerplate at present.
  public static CollectionTexts of(
      DocumentCollection collection, MetadataFilter filter, ForkJoinPool pool, StopSignal stop) {
    return new CollectionTexts(collection, filter, collection.boilerplate().runs(), pool, stop);
  }

  /// Refuses a collection that stores no texts.
  ///
  /// @param field that needs them
  /// @throws RequestException if it is refused
  public static void require(DocumentCollection collection, String field) {
    if (!collection.settings().storeText()) {
      throw new RequestException(
          Fault.CONFLICT,
          field,
          (field.equals("collection") ? "'" : "needs the texts of '")
              + collection.name()
              + (field.equals("collection") ? "' stores no texts;" : "', which stores none;")
              + " create one with storeText=true");
    }
  }

  /// Memory for one of the data that a job keeps, in bytes.
  private static long maxBytes() {
    return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Words(long[] anchors, int count) {}

  /// The ordinals of all documents.
  public BitSet all() {
    BitSet all = new BitSet();
    all.set(0, collection.documents().directory().ordinals());
    return all;
  }

  /// The pairs of documents that have an anchor in common. Reads their texts.
  ///
  /// @param minWords the smallest number of words of a passage
  /// @param minShare the smallest share of the shorter text
  /// @param done receives the number of documents that were read, again and again
  /// @throws RequestException if they need too much memory
  public PassagePairs pairs(BitSet some, int minWords, double minShare, LongConsumer done) {
    int maxPairs = (int) Math.min(maxBytes() / (2 * Long.BYTES), 1 << 29);
    PassagePairs pairs = new PassagePairs(anchors(some, done), minWords, minShare, maxPairs);
    if (!pairs.collect(PassagePairs.MAX_LIST)) {
      throw tooLarge("the pairs with an anchor in common take more than");
    }
    return pairs;
  }

  /// Reads the texts of pairs again, and passes those that share passages.
  public void compare(PassagePairs pairs, PassagePairs.PairReader reader) {
    try (BriefMemory memory = new BriefMemory(stop)) {
      memory.hold(pairs.bytes(maxBytes()));
      pairs.compare(this, maxBytes(), reader);
    }
  }

  /// The document that is kept for each one that is nearly whole inside it.
  ///
  /// @param share of the words of a document that are in passages of the other one, at least
  /// @param rule on what may be dropped
  Map<Integer, Integer> contained(BitSet some, double share, DropRule rule) {
    ContainedTexts contained = new ContainedTexts(share, any -> false, collection.profile(), rule);
    compare(pairs(some, Winnowing.STANDARD.guaranteedWords(), share, any -> {}), contained);
    return contained.keptFor();
  }

  /// Reads texts, and sorts their anchors.
  ///
  /// @param done receives the number of documents that were read, again and again
  /// @throws RequestException if they need too much memory
  public AnchorLists anchors(BitSet some, LongConsumer done) {
    AnchorLists lists = new AnchorLists(maxBytes());
    int[] documents = new int[1];
    read(
        some,
        this::words,
        (ordinal, words) -> {
          if (!lists.add(ordinal, words.anchors, words.count)) {
            throw tooLarge("the anchors of its texts take more than");
          }
          done.accept(++documents[0]);
        });
    lists.sort();
    return lists;
  }

  /// The failure of a job that needs too much memory.
  private static RequestException tooLarge(String what) {
    return new RequestException(
        Fault.TOO_LARGE,
        "collection",
        "is too large: "
            + what
            + " an eighth of the heap; select documents by a filter, or start the service with more"
            + " memory");
  }

  private Words words(Document document) {
    TextTokens tokens = collection.profile().tokens(text(document), false);
    return new Words(marked.without(Winnowing.STANDARD.anchors(tokens)).distinct(), tokens.size());
  }

  private RecordText anchored(Document document) {
    return RecordText.of(document.id(), text(document), collection.profile(), marked);
  }

  private static String text(Document document) {
    return Objects.requireNonNullElse(document.revision().text(), "");
  }

  @Override
  public void read(BitSet records, Reader<RecordText> reader) {
    read(records, this::anchored, reader);
  }

  private <T> void read(BitSet records, Function<Document, T> value, Reader<T> reader) {
    int[] chunk = new int[TOGETHER];
    int size = 0;
    for (int record = records.nextSetBit(0); record >= 0; record = records.nextSetBit(record + 1)) {
      chunk[size++] = record;
      if (size == TOGETHER) {
        readTogether(chunk, value, reader);
        size = 0;
      }
    }
    readTogether(Arrays.copyOf(chunk, size), value, reader);
  }

  private <T> void readTogether(int[] ordinals, Function<Document, T> value, Reader<T> reader) {
    stop.check();
    Map<String, Integer> expected = new HashMap<>();
    for (int ordinal : ordinals) {
      String id = collection.documents().id(ordinal);
      if (id != null) {
        expected.put(id, ordinal);
      }
    }
    try (Stream<Document> texts =
        collection.documents().texts(Arrays.stream(ordinals), filter, stop)) {
      List<Document> batch = new ArrayList<>();
      long chars = 0;
      for (Iterator<Document> each = texts.iterator(); each.hasNext(); ) {
        Document document = each.next();
        batch.add(document);
        chars += text(document).length();
        if (chars > MAX_CHARS || !each.hasNext()) {
          pass(batch, expected, value, reader);
          batch.clear();
          chars = 0;
        }
      }
    }
  }

  private <T> void pass(
      List<Document> documents,
      Map<String, Integer> expected,
      Function<Document, T> value,
      Reader<T> reader) {
    List<T> values = pool.submit(() -> documents.parallelStream().map(value).toList()).join();
    for (int i = 0; i < values.size(); i++) {
      Integer ordinal = expected.get(documents.get(i).id());
      if (ordinal != null) {
        reader.read(ordinal, values.get(i));
      }
    }
  }
}
