package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Parallel.Task;
import io.neardup.simhash.Fingerprint;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Rows that move down, each at the moment at which somebody asks for it.
@Timeout(60)
class MovingDownTests {

  private static final int BITS = 256;
  private static final int FREE = 2 * Pages.ROWS; // so many may be free before rows move down

  private final AtomicReference<Runnable> whenOrdered = new AtomicReference<>(() -> {});
  private final MultiIndex index = new MultiIndex(BITS, true, this::id);

  private String id(int document) {
    whenOrdered.get().run();
    return World.id(document);
  }

  /// The readers ask for nothing but the document whose row is the next to move.
  @Test
  void aDocumentIsFoundWhileItsRowMovesDown() {
    Seeds.random(random -> {
      int documents = 60_000;
      Fingerprint[] fingerprints = filled(documents, random);
      int removed = FREE + documents / 4;
      for (int document = 0; document < removed; document++) {
        assertThat(index.remove(document, fingerprints[document])).isTrue();
      }
      int first = removed;
      int last = documents - 1 - 2 * 5_000; // 5,000 more are removed, and two move down for each
      AtomicInteger moving = new AtomicInteger(documents - 1);
      Probing one = new Probing(new Blocks(BITS), 1);
      Task writer =
          () -> {
            for (int i = 0; moving.get() > last; i++) {
              assertThat(index.remove(first + i, fingerprints[first + i])).isTrue();
              moving.addAndGet(-2);
            }
          };
      Task reader =
          () -> {
            for (int asked = documents; asked > last && !Thread.currentThread().isInterrupted(); ) {
              asked = moving.get();
              for (int document = asked - 1; document <= asked; document++) {
                assertThat(index.lookup(fingerprints[document], 0, 10, one).matches())
                    .as("document %d", document)
                    .extracting(Match::document)
                    .containsExactly(document);
              }
            }
          };
      Parallel.run(writer, reader, reader);
    });
  }

  /// One writer has chosen the last row to move, and waits for the lock of its fingerprint, while
  /// another one that has the lock removes the document there.
  @Test
  void aRowThatIsFreedBeforeItMovesIsLeftAlone() {
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
      whenOrdered.set(() -> { // has the lock of the sibling, which is that of the last, too
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
          assertThat(index.lookup(fingerprints[document], 0, 10, null).matches())
              .extracting(Match::document)
              .containsExactly(document);
          assertThat(index.remove(document, fingerprints[document])).isTrue();
        }
      }
      assertThat(index.remove(sibling, fingerprints[sibling])).isTrue();
      assertThat(index.remove(documents, fingerprints[sibling])).isTrue();
      assertThat(index.fingerprints()).isZero();
      assertThat(index.nearest(last, 10).candidates()).isZero();
    });
  }

  private Fingerprint[] filled(int documents, SplittableRandom random) {
    Fingerprint[] fingerprints = new Fingerprint[documents];
    for (int document = 0; document < documents; document++) {
      fingerprints[document] = WideWorld.anywhere(BITS, random);
      index.add(document, fingerprints[document]);
    }
    return fingerprints;
  }

  private static long shard(Fingerprint fingerprint) {
    long[] words = {
      fingerprint.word(0), fingerprint.word(1), fingerprint.word(2), fingerprint.word(3)
    };
    return RowShard.spread(words) >>> Long.SIZE - 8;
  }
}
