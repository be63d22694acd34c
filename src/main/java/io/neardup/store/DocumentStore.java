package io.neardup.store;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The documents of one collection, by id and by number.
///
/// Any thread may read; the owner lets one writer in at a time.
public final class DocumentStore {

  private static final int PAGE = 4096;

  /// How many numbers rest before the first of them is given out again, so that a lookup that still
  /// holds a number never meets another document under it.
  private static final int RESTING = 65_536;

  private final Map<String, Document> byId = new ConcurrentHashMap<>();
  private final List<AtomicReferenceArray<@Nullable Document>> byNumber =
      new CopyOnWriteArrayList<>();
  private final Queue<Integer> freed = new ArrayDeque<>();
  private int numbers;

  /// The document of that id.
  public Optional<Document> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /// The document of that number, or null if there is none any more.
  public @Nullable Document get(int number) {
    return byNumber.get(number / PAGE).get(number % PAGE);
  }

  /// A number for a new document.
  public int nextNumber() {
    if (freed.size() > RESTING) {
      return freed.remove();
    }
    if (numbers == byNumber.size() * PAGE) {
      byNumber.add(new AtomicReferenceArray<>(PAGE));
    }
    return numbers++;
  }

  /// Stores the document, in place of the one of the same id.
  public void put(Document document) {
    byNumber.get(document.number() / PAGE).set(document.number() % PAGE, document);
    byId.put(document.id(), document);
  }

  /// Forgets the document.
  public void remove(Document document) {
    byId.remove(document.id());
    byNumber.get(document.number() / PAGE).set(document.number() % PAGE, null);
    freed.add(document.number());
  }

  /// Hands every document to `reader`, each once, in no order. Of what is written meanwhile, some
  /// is seen and some is not.
  public void forEach(Consumer<Document> reader) {
    byId.values().forEach(reader);
  }

  /// How many documents there are.
  public int size() {
    return byId.size();
  }
}
