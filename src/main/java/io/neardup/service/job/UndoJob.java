package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.ResultRecords.DocumentOutcome;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Enables what a clean-up has disabled, and stores again what it has removed, unless it was
/// changed since. Its results are the documents with what became of them. Counts: restored,
/// changed, missing.
///
/// A document counts as restored as well if it is already as it was, so that an interrupted job can
/// run again.
///
/// @param kept what a job has kept; refuses jobs that kept nothing
/// @param finished deletes what it has kept
/// @param now the present time
record UndoJob(Function<String, Kept> kept, Consumer<String> finished, Supplier<Instant> now)
    implements JobKind.FollowUpKind {

  static final String NAME = "undo";

  private static final int BATCH = 200;
  private static final DocumentChange ENABLED = new DocumentChange(true, null, null, null);
  private static final String RESTORED = "restored";
  private static final String CHANGED = "changed";
  private static final String MISSING = "missing";

  /// What a clean-up has kept to undo its changes.
  ///
  /// @param file an [UndoEntry] a line
  /// @param documents about how many were changed
  record Kept(JsonMapper mapper, Path file, long documents) {

    /// Whether there may be a change to undo.
    boolean isAny() {
      return !forEach(entries -> false);
    }

    /// Passes the documents that were changed, by the batches of the clean-up. Documents of a batch
    /// whose outcome is not recorded, since the process ended, are passed as changed.
    ///
    /// @param batches receives each batch that is not empty, and returns whether to go on
    /// @return whether all were passed
    boolean forEach(Predicate<List<UndoEntry>> batches) {
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        List<UndoEntry> batch = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          UndoEntry entry = mapper.readValue(line, UndoEntry.class);
          if (entry.left() == null) {
            batch.add(entry);
            continue;
          }
          Set<String> left = new HashSet<>(Objects.requireNonNull(entry.left()));
          batch.removeIf(each -> left.contains(each.document()));
          if (!batch.isEmpty() && !batches.test(batch)) {
            return false;
          }
          batch = new ArrayList<>();
        }
        return batch.isEmpty() || batches.test(batch);
      } catch (IOException e) {
        throw new StoreException(
            StoreFault.IO,
            "What a job has changed cannot be read from " + file + ": " + e + ". Check the disk.",
            e);
      }
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> columns() {
    return List.of("id", "outcome");
  }

  @Override
  public JobWork prepare(JobRequest request, JobScope scope) {
    String of = Objects.requireNonNull(request.of());
    Kept changes = kept.apply(of);
    return context -> {
      context.count(RESTORED, 0);
      context.count(CHANGED, 0);
      context.count(MISSING, 0);
      new Restoration(scope.collection(), of, context).run(changes);
      context.onDone(() -> finished.accept(of));
    };
  }

  /// One run.
  private final class Restoration {

    private final DocumentCollection collection;
    private final String of;
    private final JobContext context;
    private final AtomicLong done = new AtomicLong();

    Restoration(DocumentCollection collection, String of, JobContext context) {
      this.collection = collection;
      this.of = of;
      this.context = context;
    }

    void run(Kept changes) {
      context.progress(changes.documents(), done::get);
      changes.forEach(entries -> {
        restore(entries);
        return true;
      });
    }

    private void restore(List<UndoEntry> entries) {
      for (int from = 0; from < entries.size(); from += BATCH) {
        context.check();
        List<UndoEntry> some = entries.subList(from, Math.min(entries.size(), from + BATCH));
        List<CompletableFuture<String>> outcomes = some.stream().map(this::restore).toList();
        for (int i = 0; i < some.size(); i++) {
          String outcome = outcomes.get(i).join();
          context.count(outcome, 1);
          context.append(DocumentOutcome.of(some.get(i).document(), outcome));
          done.incrementAndGet();
        }
      }
    }

    private CompletableFuture<String> restore(UndoEntry entry) {
      Document present = collection.find(entry.document()).orElse(null);
      return entry.removed() == null ? enable(entry, present) : store(entry, present);
    }

    private CompletableFuture<String> enable(UndoEntry entry, @Nullable Document present) {
      if (present == null) {
        return CompletableFuture.completedFuture(MISSING);
      }
      long since = present.version() - Objects.requireNonNull(entry.version());
      if (!present.createdAt().equals(entry.createdAt())) {
        return CompletableFuture.completedFuture(CHANGED);
      }
      Revision revision = present.revision();
      if (since == 1 && of.equals(revision.disabledBy())) {
        Precondition same = new Precondition(List.of(present.tag()), null);
        return outcome(() -> collection.revise(present.id(), same, ENABLED));
      }
      boolean isEnabledAgain = since == 2 && revision.enabled();
      return CompletableFuture.completedFuture(isEnabledAgain ? RESTORED : CHANGED);
    }

    private CompletableFuture<String> store(UndoEntry entry, @Nullable Document present) {
      Revision removed = entry.revision(collection);
      if (present != null) {
        boolean isSame =
            present.version() == 1
                && present.fingerprint().equals(removed.fingerprint())
                && Objects.equals(present.revision().contentHash(), removed.contentHash())
                && Objects.equals(present.metadata(), removed.metadata());
        return CompletableFuture.completedFuture(isSame ? RESTORED : CHANGED);
      }
      if (removed.expiresAt() != null && !removed.expiresAt().isAfter(now.get())) {
        return CompletableFuture.completedFuture(MISSING);
      }
      return outcome(() -> collection.restore(entry.document(), removed, context));
    }

    private CompletableFuture<String> outcome(Supplier<CompletableFuture<?>> write) {
      try {
        return write
            .get()
            .handle((nothing, failure) -> failure == null ? RESTORED : refusal(failure));
      } catch (RequestException e) {
        return CompletableFuture.completedFuture(refusal(e));
      }
    }

    private static String refusal(Throwable failure) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (cause instanceof RequestException e && e.kind() == Fault.PRECONDITION_FAILED) {
        return CHANGED;
      }
      if (cause instanceof RequestException e && e.kind() == Fault.NOT_FOUND) {
        return MISSING;
      }
      throw cause instanceof RuntimeException e ? e : new CompletionException(cause);
    }
  }
}
