package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.Parallel;
import io.neardup.index.Parallel.Task;
import io.neardup.index.Probing;
import io.neardup.index.RandomFingerprints;
import io.neardup.index.StopSignal;
import io.neardup.index.World;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Compaction moves rows at the moment at which they are looked up.
class CompactionTests {

  private static final int BITS = 256;
  private static final int ROUNDS = 1_000_000;
  private static final int FREE = 2 * RowPages.ROWS; // free rows at which compaction starts

  private final AtomicReference<Runnable> whenOrdered = new AtomicReference<>(() -> {});
  private final WideIndex index = new WideIndex(BITS, WideTableCount.ALL, this::id);

  private String id(int document) {
    whenOrdered.get().run();
    return World.id(document);
  }

  /// Two documents are removed and added again alternately, so that compaction moves the other one.
  @ParameterizedTest
  @EnumSource(WideTableCount.class)
  void documentsStayFoundDuringCompaction(WideTableCount tables) {
    Seeds.random(random -> {
      int bits = 32; // two tables
      WideIndex small = new WideIndex(bits, tables, World::id, new RowStore(1, 0));
      Fingerprint[] fingerprints = {
        RandomFingerprints.anywhere(bits, random), RandomFingerprints.anywhere(bits, random)
      };
      AtomicInteger round = new AtomicInteger();
      small.add(0, fingerprints[0]);
      Task writer =
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              round.set(i); // document i % 2 is stored until the next round
              small.remove((i + 1) % 2, fingerprints[(i + 1) % 2]);
              small.add((i + 1) % 2, fingerprints[(i + 1) % 2]);
            }
            round.set(ROUNDS);
          };
      SketchWindows windows = new SketchWindows(tables.blocks(bits));
      WideLookupPath path =
          tables == WideTableCount.NONE
              ? WideLookupPath.FULL_SCAN
              : new WideProbing(new Probing(windows.blocks(), 1), windows, 0);
      Task reader =
          () -> {
            int before;
            do {
              before = round.get();
              Fingerprint query = fingerprints[before % 2];
              List<Match> found = small.lookup(query, 0, 10, path).matches();
              assertThat(found.size() == 1 || round.get() != before)
                  .as("found in round %d", before)
                  .isTrue();
            } while (before < ROUNDS && !Thread.currentThread().isInterrupted());
          };
      Parallel.run(writer, reader);
    });
  }

  /// One writer has chosen the last row to move, and waits for the lock of its fingerprint, while
  /// another writer that holds the lock removes its document.
  @Test
  void rowsFreedBeforeCompactionAreNotMoved() {
    Seeds.random(random -> {
      int documents = 12_000;
      Fingerprint[] fingerprints = filled(documents, random);
      for (int document = 0; document < FREE; document++) {
        assertThat(index.remove(document, fingerprints[document])).isTrue();
      }
      Fingerprint last = fingerprints[documents - 1];
      int sibling = FREE;
      while (shard(fingerprints[sibling]) != shard(last)) {
        sibling++;
      }
      int other = sibling == FREE ? FREE + 1 : FREE;
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread mover = new Thread(() -> index.remove(other, fingerprints[other]));
      mover.setUncaughtExceptionHandler((thread, e) -> thrown.set(e));
      whenOrdered.set(() -> { // holds the lock of the sibling, which is also that of the last row
        whenOrdered.set(() -> {});
        mover.start();
        while (mover.getState() != Thread.State.BLOCKED && mover.isAlive()) {
          Thread.onSpinWait();
        }
        assertThat(index.remove(documents - 1, last)).isTrue();
      });
      index.add(documents, fingerprints[sibling]);
      mover.join();

      assertThat(thrown.get()).isNull();
      assertThat(index.fingerprints()).isEqualTo(documents - FREE - 2);
      index.add(documents - 1, last);
      for (int document = FREE; document < documents; document++) {
        if (document != other && document != sibling) {
          assertThat(
                  index.lookup(fingerprints[document], 0, 10, WideLookupPath.FULL_SCAN).matches())
              .extracting(Match::document)
              .containsExactly(document);
          assertThat(index.remove(document, fingerprints[document])).isTrue();
        }
      }
      assertThat(index.remove(sibling, fingerprints[sibling])).isTrue();
      assertThat(index.remove(documents, fingerprints[sibling])).isTrue();
      assertThat(index.fingerprints()).isZero();
      assertThat(index.nearest(last, 10, StopSignal.NEVER).candidates()).isZero();
    });
  }

  private Fingerprint[] filled(int documents, SplittableRandom random) {
    Fingerprint[] fingerprints = new Fingerprint[documents];
    for (int document = 0; document < documents; document++) {
      fingerprints[document] = RandomFingerprints.anywhere(BITS, random);
      index.add(document, fingerprints[document]);
    }
    return fingerprints;
  }

  private static long shard(Fingerprint fingerprint) {
    long[] words = {
      fingerprint.word(0), fingerprint.word(1), fingerprint.word(2), fingerprint.word(3)
    };
    return RowHashTable.spread(words) >>> Long.SIZE - 8;
  }
}
