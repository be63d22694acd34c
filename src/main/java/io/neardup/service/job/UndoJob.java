package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.UndoJobRequest;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
record UndoJob(Function<String, Kept> kept, Consumer<String> finished, Supplier<Instant> now) {

  private static final int BATCH = 200;
  private static final long BATCH_CHARS = 1 << 20;
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

    /// Passes the documents that were changed, at most [#BATCH] and about [#BATCH_CHARS] at once.
    /// Documents whose outcome is not recorded, since the process ended, are passed as changed.
    ///
    /// @param batches receives each batch, which is not empty, and returns whether to go on
    /// @return whether all were passed
    boolean forEach(Predicate<List<UndoEntry>> batches) {
      try (BufferedReader ahead = Files.newBufferedReader(file);
          BufferedReader lines = Files.newBufferedReader(file)) {
        Section section;
        do {
          section = next(ahead);
          if (!pass(section, lines, batches)) {
            return false;
          }
          lines.readLine(); // what was left alone
        } while (!section.isLast());
        return true;
      } catch (IOException e) {
        throw new StoreException(
            StoreFault.IO,
            "What a job has changed cannot be read from " + file + ": " + e + ". Check the disk.",
            e);
      }
    }

    /// Reads up to the next line that lists what was left alone.
    private Section next(BufferedReader ahead) throws IOException {
      int entries = 0;
      for (String line = ahead.readLine(); line != null; line = ahead.readLine()) {
        List<String> left = read(line).left();
        if (left != null) {
          return new Section(entries, Set.copyOf(left), false);
        }
        entries++;
      }
      return new Section(entries, Set.of(), true); // the process ended before it knew
    }

    private boolean pass(Section section, BufferedReader lines, Predicate<List<UndoEntry>> batches)
        throws IOException {
      List<UndoEntry> batch = new ArrayList<>();
      long chars = 0;
      for (int i = 0; i < section.entries; i++) {
        String line = lines.readLine();
        UndoEntry entry = read(line);
        if (!section.left.contains(entry.document())) {
          batch.add(entry);
          chars += line.length();
        }
        if (batch.size() == BATCH || chars > BATCH_CHARS) {
          if (!batches.test(batch)) {
            return false;
          }
          batch = new ArrayList<>();
          chars = 0;
        }
      }
      return batch.isEmpty() || batches.test(batch);
    }

    private UndoEntry read(String line) {
      return mapper.readValue(line, UndoEntry.class);
    }

    /// Documents of the file up to a line that lists those of them that were left alone.
    private record Section(int entries, Set<String> left, boolean isLast) {}
  }

  /// The kind.
  static JobKind<UndoJobRequest> kind(
      Function<String, Kept> kept, Consumer<String> finished, Supplier<Instant> now) {
    return new JobKind<>(
        UndoJobRequest.class, List.of("id", "outcome"), new UndoJob(kept, finished, now)::prepare);
  }

  private JobWork prepare(UndoJobRequest request, JobScope scope) {
    String of = request.of();
    Kept changes = kept.apply(of);
    return context -> {
      context.count(RESTORED, 0);
      context.count(CHANGED, 0);
      context.count(MISSING, 0);
      new Restoration(scope.collection(), of, context, now).run(changes);
      context.onDone(() -> finished.accept(of));
    };
  }

  /// One run.
  private record Restoration(
      DocumentCollection collection, String of, JobContext context, Supplier<Instant> now) {

    void run(Kept changes) {
      context.progress(changes.documents());
      changes.forEach(entries -> {
        restore(entries);
        return true;
      });
    }

    private void restore(List<UndoEntry> entries) {
      context.check();
      try (BriefMemory memory = new BriefMemory(context)) {
        List<CompletableFuture<String>> outcomes =
            entries.stream().map(entry -> restore(entry, memory)).toList();
        for (int i = 0; i < entries.size(); i++) {
          String outcome = outcomes.get(i).join();
          context.count(outcome, 1);
          context.append(DocumentOutcome.of(entries.get(i).document(), outcome));
          context.did(1);
        }
      }
    }

    private CompletableFuture<String> restore(UndoEntry entry, StopSignal memory) {
      Document present = collection.find(entry.document()).orElse(null);
      if (entry.removed() == null) {
        memory.holdText(collection.local().contentBytes(entry.document()));
        return enable(entry, present);
      }
      String text = entry.removed().text();
      memory.holdText(text == null ? 0 : text.length());
      return store(entry, present, memory);
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
        return DuplicateRemoval.outcome(
            RESTORED,
            MISSING,
            () -> collection.revise(present.id(), same, DocumentChange.enablingAgain(of)));
      }
      boolean isEnabledAgain = since == 2 && revision.enabled() && entry.isUnchanged(present);
      return CompletableFuture.completedFuture(isEnabledAgain ? RESTORED : CHANGED);
    }

    private CompletableFuture<String> store(
        UndoEntry entry, @Nullable Document present, StopSignal memory) {
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
      return DuplicateRemoval.outcome(
          RESTORED, MISSING, () -> collection.restore(entry.document(), removed, memory));
    }
  }
}
