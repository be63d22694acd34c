package io.neardup.bench;

import io.neardup.Json;
import io.neardup.index.StopSignal;
import io.neardup.passage.AnchoredText;
import io.neardup.passage.CommonWords;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.PassageIndex;
import io.neardup.passage.PassageIndex.Candidates;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/// Memory of the index of passages, and the processor time to add a text and to look one up, on one
/// thread and without the store: texts are in memory.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.PassageHarness \
///     -Dbench="docs.jsonl 60000" -Dbench.jvm="-Xmx3g"
/// ```
///
/// Arguments: a file of JSON lines with a text each, and how many of them are read. Prints a row
/// for each round, the fingerprint of the same texts beside; the first round is not warm.
public final class PassageHarness {

  private static final int ROUNDS = 4;
  private static final int EACH = 20; // one of so many texts is looked up
  private static final int ANSWERED = 10; // matches whose places are answered by default

  private final Profile profile = Profiles.SIMHASH_256_V1;
  private final List<String> texts;

  private PassageHarness(List<String> texts) {
    this.texts = texts;
  }

  /// @param arguments the file, the number of texts
  public static void main(String[] arguments) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(arguments[0]))) {
      List<String> texts =
          lines
              .limit(Integer.parseInt(arguments[1]))
              .map(line -> Json.read(line).get("text").asString())
              .toList();
      PassageHarness harness = new PassageHarness(texts);
      System.out.printf(
          "%,d texts of %.0f characters%n",
          texts.size(), texts.stream().mapToInt(String::length).average().orElse(0));
      for (int round = 0; round < ROUNDS; round++) {
        harness.measure();
      }
    }
  }

  private void measure() {
    long begun = processor();
    texts.forEach(text -> profile.sketch(new Content.Text(text)));
    double fingerprint = micros(begun) / texts.size();
    PassageIndex index = new PassageIndex();
    begun = processor();
    for (int i = 0; i < texts.size(); i++) {
      TextTokens tokens = profile.tokens(texts.get(i), false);
      index.put(i, Winnowing.STANDARD.anchors(tokens).distinct());
    }
    double added = micros(begun) / texts.size();
    begun = processor();
    int queries = 0;
    long candidates = 0;
    for (int i = 0; i < texts.size(); i += EACH) {
      candidates +=
          candidates(index, new AnchoredText(profile.tokens(texts.get(i), true), MarkedRuns.NONE))
              .length;
      queries++;
    }
    double searched = micros(begun) / queries;
    double[] times = new double[queries];
    Work work = new Work();
    for (int i = 0; i < queries; i++) {
      begun = processor();
      lookUp(index, texts.get(i * EACH), work);
      times[i] = micros(begun);
    }
    double compared = Arrays.stream(times).average().orElse(0);
    Arrays.sort(times);
    System.out.printf(
        "%,d anchors, %.1f bytes each; a text: fingerprint %.1f µs, anchors and"
            + " adding %.1f µs; a lookup: index %.1f µs, with comparison %.0f µs (median"
            + " %.0f), of %.1f candidates %.1f are compared, of which %.1f match; %,d passages%n",
        index.size(),
        (double) index.bytes() / index.size(),
        fingerprint,
        added,
        searched,
        compared,
        times[queries / 2],
        (double) candidates / queries,
        (double) work.compared / queries,
        (double) work.matches / queries,
        work.passages);
  }

  private static final class Work {

    private long compared;
    private long matches;
    private long passages;
  }

  private void lookUp(PassageIndex index, String text, Work work) {
    AnchoredText query = new AnchoredText(profile.tokens(text, true), MarkedRuns.NONE);
    Candidates candidates = index.find(query.anchors(), document -> true, StopSignal.NEVER);
    PriorityQueue<Integer> best = new PriorityQueue<>(); // words in common
    int answered = 0;
    for (int i = 0; i < candidates.documents().length; i++) {
      if (best.size() == ANSWERED && best.element() >= query.mostShared(candidates.common()[i])) {
        return;
      }
      String other = texts.get(candidates.documents()[i]);
      CommonWords common = CommonWords.of(query, profile.tokens(other, false), 0, StopSignal.NEVER);
      work.compared++;
      if (common.a().shared() >= Winnowing.STANDARD.guaranteedWords()) {
        work.matches++;
        best.add(common.a().shared());
        if (best.size() > ANSWERED) {
          best.remove();
        }
        if (answered++ < ANSWERED) {
          TextTokens located = profile.tokens(other, true);
          work.passages += common.located(query.tokens(), located).passages().size();
        }
      }
    }
  }

  private static int[] candidates(PassageIndex index, AnchoredText query) {
    return index.find(query.anchors(), document -> true, StopSignal.NEVER).documents();
  }

  /// The processor time of this thread in nanoseconds.
  private static long processor() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double micros(long begun) {
    return (processor() - begun) / 1e3;
  }
}
