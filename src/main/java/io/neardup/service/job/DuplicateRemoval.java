package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
import io.neardup.store.Document;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Disables or removes the documents of a list, as far as they and their survivors have not changed
/// since they were listed. What [UndoJob] needs is on disk before that. By one thread.
///
/// [#BATCH] documents at a time are written, and on disk before the next ones: so other callers'
/// writes wait for few. Survivors are checked before each batch; a survivor that is changed while a
/// batch is written is not noticed. Counts: applied, changed, survivorChanged.
///
/// @param removes whether documents are removed; otherwise they are disabled
/// @param recorded whether the outcome of each document is a result of the job
record DuplicateRemoval(
    JsonMapper mapper,
    DocumentCollection collection,
    boolean removes,
    JobContext context,
    boolean recorded) {

  private static final int BATCH = 200;
  private static final long MAX_WAITING = 1 << 20; // bytes of texts that are written
  private static final String CHANGED = "changed";
  private static final String SURVIVOR_CHANGED = "survivorChanged";

  /// The fields of a [DedupeJob.Duplicate] that are needed; lists of earlier versions have them
  /// too.
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Listed(String id, String tag, String survivor, String survivorTag) {}

  /// Processes a list.
  ///
  /// @param list a [DedupeJob.Duplicate] a line
  /// @param size its number of lines
  void run(Path list, long size) {
    context.progress(size);
    try (BufferedReader lines = Files.newBufferedReader(list)) {
      List<Listed> batch = new ArrayList<>(BATCH);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        batch.add(mapper.readValue(line, Listed.class));
        if (batch.size() == BATCH) {
          write(batch);
          batch.clear();
        }
      }
      write(batch);
    } catch (IOException e) {
      throw new StoreException(
          StoreFault.IO, "The list of duplicates cannot be read: " + e + ". Start it again.", e);
    }
  }

  private void write(List<Listed> batch) {
    context.check();
    Map<String, Boolean> intact = new HashMap<>();
    List<@Nullable String> refusals = new ArrayList<>(batch.size());
    for (Listed listed : batch) {
      refusals.add(
          intact.computeIfAbsent(
                  listed.survivor() + " " + listed.survivorTag(), key -> isIntact(listed))
              ? keep(listed)
              : SURVIVOR_CHANGED);
    }
    boolean hasKept = refusals.contains(null);
    if (hasKept) {
      context.undo().sync();
    }
    List<CompletableFuture<String>> writes = new ArrayList<>(batch.size());
    long waiting = 0;
    try (BriefMemory memory = new BriefMemory(context)) {
      for (int i = 0; i < batch.size(); i++) {
        String refusal = refusals.get(i);
        if (refusal == null) {
          long bytes = contentBytes(batch.get(i).id());
          if (waiting > 0 && waiting + bytes > MAX_WAITING) {
            writes.forEach(CompletableFuture::join);
            memory.release();
            waiting = 0;
          }
          waiting += bytes;
          memory.holdText(bytes);
        }
        writes.add(
            refusal == null ? write(batch.get(i)) : CompletableFuture.completedFuture(refusal));
      }
      writes.forEach(CompletableFuture::join);
    }
    List<String> outcomes = writes.stream().map(this::counted).toList();
    if (hasKept) { // before results, whose first ends a job that was stopped
      context.undo().append(UndoEntry.leaving(left(batch, refusals, outcomes)));
    }
    if (recorded) {
      for (int i = 0; i < batch.size(); i++) {
        Listed listed = batch.get(i);
        context.append(new DocumentOutcome(listed.id(), outcomes.get(i), listed.survivor(), null));
      }
    }
  }

  private String counted(CompletableFuture<String> write) {
    String outcome = write.join();
    boolean applied = !outcome.equals(CHANGED) && !outcome.equals(SURVIVOR_CHANGED);
    context.count(applied ? "applied" : outcome, 1);
    context.did(1);
    return outcome;
  }

  /// The ids of documents that were kept, but not changed. Others are left out: an earlier run that
  /// did not record its outcomes may have changed them.
  private static List<String> left(
      List<Listed> batch, List<@Nullable String> refusals, List<String> outcomes) {
    return IntStream.range(0, batch.size())
        .filter(i -> refusals.get(i) == null && outcomes.get(i).equals(CHANGED))
        .mapToObj(i -> batch.get(i).id())
        .toList();
  }

  /// Keeps what is needed to undo the change of a document.
  ///
  /// @return null, or why it is not changed
  private @Nullable String keep(Listed listed) {
    Document document =
        collection
            .find(listed.id())
            .filter(present -> present.tag().equals(listed.tag()))
            .orElse(null);
    if (document == null) {
      return CHANGED;
    }
    try (BriefMemory memory = new BriefMemory(context)) {
      memory.holdText(contentBytes(document.id()));
      context
          .undo()
          .append(
              removes
                  ? UndoEntry.removing(document, whole(document))
                  : UndoEntry.disabling(document));
    }
    return null;
  }

  /// The length of the content that is read when a document is changed, or kept.
  private long contentBytes(String id) {
    return collection.local().contentBytes(id);
  }

  private boolean isIntact(Listed listed) {
    return collection
        .find(listed.survivor())
        .filter(document -> document.tag().equals(listed.survivorTag()))
        .isPresent();
  }

  private CompletableFuture<String> write(Listed listed) {
    Precondition same = new Precondition(List.of(listed.tag()), null);
    return removes
        ? outcome("removed", CHANGED, () -> collection.remove(listed.id(), same))
        : outcome(
            "disabled",
            CHANGED,
            () -> collection.revise(listed.id(), same, DocumentChange.disabling(context.id())));
  }

  /// The revision with its text or features, unless it was replaced meanwhile.
  private Revision whole(Document document) {
    return collection
        .local()
        .whole(document.id())
        .filter(stored -> stored.position().equals(document.position()))
        .map(stored -> stored.event().revision())
        .orElse(document.revision());
  }

  /// What becomes of a document that is written, or why it is not: it was changed or deleted.
  ///
  /// @param done the outcome of the write
  /// @param missing the outcome for a document that was deleted
  static CompletableFuture<String> outcome(
      String done, String missing, Supplier<CompletableFuture<?>> write) {
    CompletableFuture<?> written;
    try {
      written = write.get();
    } catch (RequestException e) {
      written = CompletableFuture.failedFuture(e);
    }
    return written.handle((nothing, failure) -> failure == null ? done : refusal(failure, missing));
  }

  private static String refusal(Throwable failure, String missing) {
    Throwable cause = Awaited.cause(failure);
    if (cause instanceof RequestException e && e.kind() == Fault.PRECONDITION_FAILED) {
      return CHANGED;
    }
    if (cause instanceof RequestException e && e.kind() == Fault.NOT_FOUND) {
      return missing;
    }
    throw cause instanceof RuntimeException e ? e : new CompletionException(cause);
  }
}
