package io.neardup.cli.corpus;

import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.pairs.bands.StoredBandJoin;
import io.neardup.pairs.bands.StoredBands;
import io.neardup.pairs.disk.RecordReader;
import io.neardup.pairs.disk.RecordWriter;
import io.neardup.pairs.disk.WorkFolder;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// Compares the features of the candidates of a [StoredCorpus], in files. Rounds that are complete
/// are not done again. One writer; others may read the progress.
public final class StoredComparison {

  /* Files:

  texts-0    of each round, if there are several: number 4, and the text, of each record whose features
             the round compares, ascending
  near-0     of each round: pair 8, similarity 8, ascending; without those refused

  A round keeps the features of some earlier records of candidates, a range of numbers, and compares those
  of later ones with them as they are read. If the features of all earlier records do not fit in memory,
  one pass over the input writes the texts for each round: a later record for each round with an earlier
  one. So the input is read once, whatever the memory; texts take less space than features, and are cut
  into features faster than these are read from a disk. */

  static final String NEAR = "near-";
  static final String COMPARED = "compared";
  static final String REFUSED = "refused";
  private static final String TEXTS = "texts-";
  private static final String ROUNDS = "rounds"; // that are done
  private static final String PARTS = "parts"; // rounds whose texts were written
  private static final String TO = "to."; // of each of these, the record after the last earlier one
  private static final int FEATURE_SHARE = 3; // of memory
  private static final int BATCH = 1_000; // texts whose features are computed in parallel, at most
  private static final int BATCH_CHARS = 1 << 20; // after which no further one is taken

  private final WorkFolder work;
  private final Profile profile;
  private final StoredBandJoin join;
  private final Verification verification;
  private final long memory;
  private volatile double compared = -1;

  StoredComparison(
      WorkFolder work,
      Profile profile,
      StoredBandJoin join,
      Verification verification,
      long memory) {
    this.work = work;
    this.profile = profile;
    this.join = join;
    this.verification = verification;
    this.memory = memory;
  }

  /// About the share of the work that is done, 0.0 to 1.0; -1 if all is compared in one round, or
  /// while the rounds are not known.
  public double progress() {
    return compared;
  }

  /// Compares the features of candidates, in as many rounds as memory requires.
  ///
  /// @param texts of the records, which are read if there are several rounds
  /// @param vectors of the records, which are read if there is one
  public void verify(
      RecordPass<String> texts, RecordPass<FeatureVector> vectors, ForkJoinPool pool) {
    if (work.fact(ROUNDS) == null) {
      long[] count = new long[1];
      candidates(pair -> count[0]++);
      work.put(COMPARED, count[0]);
      work.put(REFUSED, 0);
      work.put(ROUNDS, 0);
      work.endStage();
    }
    BitSet earlier = new BitSet();
    candidates(pair -> earlier.set(PairRounds.earlier(pair)));
    if (work.known(ROUNDS) == 0 && work.fact(PARTS) == null) {
      NavigableMap<Integer, Integer> rounds = rounds(earlier);
      if (rounds.size() > 1) {
        write(texts, earlier, rounds);
      } else if (rounds.size() == 1) {
        round(vectors, earlier, -1);
      }
    }
    Long parts = work.fact(PARTS);
    for (long part = work.known(ROUNDS); parts != null && part < parts; part++) {
      long number = part;
      int from = part == 0 ? 0 : (int) work.known(TO + (part - 1));
      BitSet chosen = new BitSet();
      earlier.get(from, (int) work.known(TO + part)).stream().forEach(i -> chosen.set(from + i));
      round((_, reader) -> read(TEXTS + number, pool, reader), chosen, share(part, parts));
      compared = share(part + 1, parts);
    }
  }

  /// About the share of all work that is done with some rounds: writing their texts takes half.
  private static double share(long rounds, long all) {
    return 0.5 + 0.5 * rounds / all;
  }

  /// Passes the candidates on whose features decide, by later ones, then earlier ones.
  private void candidates(LongConsumer reader) {
    try (RecordReader in = work.read(StoredBandJoin.PAIRS)) {
      for (long pair = candidate(in); pair >= 0; pair = candidate(in)) {
        reader.accept(pair);
      }
    }
  }

  /// The next of these candidates, -1 after the last.
  private static long candidate(RecordReader in) {
    while (in.hasNext()) {
      long pair = in.getLong();
      if (pair >= 0) {
        return pair;
      }
    }
    return -1;
  }

  /// The rounds, by the last earlier record of each: the features of each one's fit in memory.
  private NavigableMap<Integer, Integer> rounds(BitSet earlier) {
    NavigableMap<Integer, Integer> rounds = new TreeMap<>();
    long[] bytes = new long[1];
    StoredBands.read(
        work,
        profile.bits(),
        join.records(),
        earlier::get,
        (number, record) -> {
          long more = CandidatePairs.bytes(record.features());
          if (bytes[0] + more > memory / FEATURE_SHARE && bytes[0] > 0) {
            rounds.put(earlier.previousSetBit(number - 1), rounds.size());
            bytes[0] = 0;
          }
          bytes[0] += more;
        });
    if (!earlier.isEmpty()) {
      rounds.put(earlier.length() - 1, rounds.size());
    }
    return rounds;
  }

  /// Writes the texts that each round reads.
  private void write(
      RecordPass<String> texts, BitSet earlier, NavigableMap<Integer, Integer> rounds) {
    BitSet needed = (BitSet) earlier.clone();
    candidates(pair -> needed.set(PairRounds.later(pair)));
    RecordWriter[] out = new RecordWriter[rounds.size()];
    Arrays.setAll(out, round -> work.write(TEXTS + round));
    try (RecordReader in = work.read(StoredBandJoin.PAIRS)) {
      long[] pair = {candidate(in)};
      texts.read(
          needed,
          (number, text) -> {
            compared = 0.5 * number / join.records();
            BitSet readBy = new BitSet();
            for (; PairRounds.later(pair[0]) == number; pair[0] = candidate(in)) {
              readBy.set(rounds.ceilingEntry(PairRounds.earlier(pair[0])).getValue());
            }
            if (earlier.get(number)) {
              readBy.set(rounds.ceilingEntry(number).getValue());
            }
            readBy.stream()
                .forEach(round -> {
                  out[round].putInt(number);
                  out[round].putString(text);
                });
          });
    }
    for (RecordWriter each : out) {
      each.close();
    }
    rounds.forEach((last, round) -> work.put(TO + round, last + 1));
    work.put(PARTS, rounds.size());
    work.endStage();
  }

  /// Reads the features of the texts of a round.
  private void read(String file, ForkJoinPool pool, RecordPass.Reader<FeatureVector> reader) {
    int[] numbers = new int[BATCH];
    String[] texts = new String[BATCH];
    try (RecordReader in = work.read(file)) {
      while (in.hasNext()) {
        int count = 0;
        for (int chars = 0; count < BATCH && chars < BATCH_CHARS && in.hasNext(); count++) {
          numbers[count] = in.getInt();
          texts[count] = in.getString();
          chars += texts[count].length();
        }
        List<String> batch = Arrays.asList(texts).subList(0, count);
        List<FeatureVector> vectors =
            pool.submit(() ->
                    batch.parallelStream()
                        .map(text -> profile.vector(new Content.Text(text)))
                        .toList())
                .join();
        for (int i = 0; i < count; i++) {
          reader.read(numbers[i], vectors.get(i));
        }
      }
    }
  }

  /// Keeps the features of the chosen records, and compares later ones with them as they are read.
  ///
  /// @param done the share of all work that is done before, -1 if that is not known
  private void round(RecordPass<FeatureVector> texts, BitSet chosen, double done) {
    BitSet needed = (BitSet) chosen.clone();
    candidates(pair -> {
      if (chosen.get(PairRounds.earlier(pair))) {
        needed.set(PairRounds.later(pair));
      }
    });
    long number = work.known(ROUNDS);
    compared = done;
    long[] refused = {work.known(REFUSED)};
    try (RecordReader in = work.read(StoredBandJoin.PAIRS);
        RecordWriter out = work.write(NEAR + number)) {
      texts.read(
          needed,
          new PairRounds.Round<FeatureVector>(
              chosen,
              () -> candidate(in),
              (_, pair, earlier, later) -> {
                double similarity = WeightedJaccard.of(earlier, later);
                if (similarity < verification.minSimilarity()) {
                  refused[0]++;
                } else {
                  out.putLong(pair);
                  out.putLong(Double.doubleToLongBits(similarity));
                }
              }));
    }
    work.put(REFUSED, refused[0]);
    work.put(ROUNDS, number + 1);
    if (work.fact(PARTS) != null) {
      work.delete(List.of(TEXTS + number));
    }
    work.endStage();
  }
}
