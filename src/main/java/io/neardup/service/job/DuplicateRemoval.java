package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
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
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/// Disables or removes the documents of a list, as far as they and their survivors have not changed
/// since they were listed. Single use, by one thread.
///
/// [#BATCH] documents at a time are written, and on disk before the next ones: so other callers'
/// writes wait for few. Survivors are checked before each batch; a survivor that is changed while a
/// batch is written is not noticed. Counts: applied, changed, survivorChanged.
final class DuplicateRemoval {

  private static final int BATCH = 200;

  private static final DocumentChange DISABLED = new DocumentChange(false, null, null, null);

  private final JsonMapper mapper;
  private final DocumentCollection collection;
  private final boolean removes;
  private final JobContext context;
  private final boolean recorded;
  private final AtomicLong done = new AtomicLong();

  /// @param removes whether documents are removed; otherwise they are disabled
  /// @param recorded whether the outcome of each document is a result of the job
  DuplicateRemoval(
      JsonMapper mapper,
      DocumentCollection collection,
      boolean removes,
      JobContext context,
      boolean recorded) {
    this.mapper = mapper;
    this.collection = collection;
    this.removes = removes;
    this.context = context;
    this.recorded = recorded;
  }

  /// What became of a document.
  ///
  /// @param outcome `disabled` or `removed`; `changed` if it was changed or deleted since it was
  ///   listed, `survivorChanged` if the survivor was; both are left alone
  record Outcome(String id, String outcome, String survivor) {}

  /// Processes a list.
  ///
  /// @param list a [Duplicate] a line
  /// @param size its number of lines
  void run(Path list, long size) {
    context.progress(size, done::get);
    try (BufferedReader lines = Files.newBufferedReader(list)) {
      List<Duplicate> batch = new ArrayList<>(BATCH);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        batch.add(mapper.readValue(line, Duplicate.class));
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

  private void write(List<Duplicate> batch) {
    context.check();
    Map<String, Boolean> intact = new HashMap<>();
    List<CompletableFuture<String>> outcomes = new ArrayList<>(batch.size());
    for (Duplicate each : batch) {
      outcomes.add(
          intact.computeIfAbsent(each.survivor() + " " + each.survivorTag(), key -> isIntact(each))
              ? write(each)
              : CompletableFuture.completedFuture("survivorChanged"));
    }
    for (int i = 0; i < batch.size(); i++) {
      String outcome = outcomes.get(i).join();
      boolean applied = !outcome.endsWith("hanged");
      context.count(applied ? "applied" : outcome, 1);
      if (recorded) {
        context.append(new Outcome(batch.get(i).id(), outcome, batch.get(i).survivor()));
      }
      done.incrementAndGet();
    }
  }

  private boolean isIntact(Duplicate each) {
    return collection
        .find(each.survivor())
        .filter(document -> DedupeJob.tag(document).equals(each.survivorTag()))
        .isPresent();
  }

  private CompletableFuture<String> write(Duplicate each) {
    Precondition same = new Precondition(List.of(each.tag()), null);
    try {
      CompletableFuture<?> written =
          removes
              ? collection.remove(each.id(), same)
              : collection.revise(each.id(), same, DISABLED);
      return written.handle((nothing, failure) -> {
        if (failure != null && !isChange(failure)) {
          throw failure instanceof CompletionException e ? e : new CompletionException(failure);
        }
        return failure != null ? "changed" : removes ? "removed" : "disabled";
      });
    } catch (RequestException e) {
      if (!isChange(e)) {
        throw e;
      }
      return CompletableFuture.completedFuture("changed");
    }
  }

  private static boolean isChange(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RequestException e
        && (e.kind() == Fault.PRECONDITION_FAILED || e.kind() == Fault.NOT_FOUND);
  }
}
