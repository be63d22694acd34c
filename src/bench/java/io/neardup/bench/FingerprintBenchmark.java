package io.neardup.bench;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.ProfileSpec;
import io.neardup.profile.Profiles;
import io.neardup.profile.Projection;
import io.neardup.profile.Sketch;
import io.neardup.text.NormalizedText;
import io.neardup.text.SpacelessBigrams;
import io.neardup.text.TokenSink;
import io.neardup.text.WordTokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Time to compute the fingerprint of a text of some kilobytes.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=FingerprintBenchmark
/// ```
///
/// `paperTf` is `paper-v1` with the weights of hash4j: each occurrence counts 1. The other profiles
/// weight by 1 + ln(tf), so they have to count first. `code` tokenises every text as a program.
///
/// hash4j computes 64 bits with XXH3 and fastSimHash. It gets its tokens in three ways:
///
/// - `hash4jByHand`: a simple pipeline, which converts the text to lower case as a String, encodes
///   it, and splits words in a loop over its bytes.
/// - `hash4jOnOurTokens`: the normalisation and tokenisation of neardup, so that the tokens are the
///   same.
/// - `hash4jOnStrings`: the tokens are Strings before the measurement starts; it only measures
///   hashing and summing.
///
/// `textbook` uses a map of counts and a loop over bits, and splits words with a regular
/// expression.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class FingerprintBenchmark {

  private static final int TEXTS = 64;
  private static final Pattern WORD = Pattern.compile("\\p{IsHan}(?=(\\p{IsHan}))|[a-z0-9]+");
  private static final Hasher64 XXH3 = Hashing.xxh3_64();

  @Param({"english", "chinese", "code"})
  public String language;

  @Param({"1024", "5120"})
  public int bytes;

  private final Profile paperTf =
      new ProfileSpec(
              "paper-tf-v1",
              false,
              Set.of(),
              ProfileSpec.Tokens.WORDS_AND_PAIRS,
              4,
              List.of(),
              List.of(1),
              ProfileSpec.Weights.TF,
              null,
              Projection.DENSE,
              64,
              false,
              3)
          .build();

  private final SimilarityHasher fastSimHash = SimilarityHashing.fastSimHash(64).createHasher();
  private final String[] texts = new String[TEXTS];
  private final String[][] tokens = new String[TEXTS][];
  private long[] hashes = new long[1024];
  private int count;
  private int next;

  @Setup
  public void makeTexts() {
    Texts random = new Texts(1);
    for (int i = 0; i < TEXTS; i++) {
      texts[i] =
          switch (language) {
            case "english" -> random.english(bytes);
            case "chinese" -> random.chinese(bytes);
            default -> random.code(bytes);
          };
      tokens[i] = tokens(texts[i]);
    }
    System.out.printf(
        Locale.ROOT,
        "%n# a text has %.0f bytes of UTF-8, %.0f tokens; distinct features: paper %.0f, default %.0f,"
            + " code %.0f%n",
        Arrays.stream(texts).mapToInt(Texts::utf8Length).average().orElseThrow(),
        Arrays.stream(tokens).mapToInt(some -> some.length).average().orElseThrow(),
        features(Profiles.PAPER_V1),
        features(Profiles.SIMHASH_256_V1),
        features(Profiles.Special.CODE_V1));
  }

  private double features(Profile profile) {
    return Arrays.stream(texts)
        .mapToInt(text -> profile.sketch(new Content.Text(text)).features())
        .average()
        .orElseThrow();
  }

  @Benchmark
  public Sketch paper() {
    return Profiles.PAPER_V1.sketch(new Content.Text(nextText()));
  }

  @Benchmark
  public Sketch paperTf() {
    return paperTf.sketch(new Content.Text(nextText()));
  }

  @Benchmark
  public Sketch code() {
    return Profiles.Special.CODE_V1.sketch(new Content.Text(nextText()));
  }

  @Benchmark
  public Sketch simhash256() {
    return Profiles.SIMHASH_256_V1.sketch(new Content.Text(nextText()));
  }

  @Benchmark
  public Sketch simhash512() {
    return Profiles.SIMHASH_512_V1.sketch(new Content.Text(nextText()));
  }

  @Benchmark
  public byte[] hash4jByHand() {
    count = 0;
    byte[] text = nextText().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    int start = -1;
    for (int i = 0; i <= text.length; i++) {
      boolean word = i < text.length && (text[i] < 0 || Character.isLetterOrDigit(text[i]));
      if (word && start < 0) {
        start = i;
      } else if (!word && start >= 0) {
        hash(text, start, i, false);
        start = -1;
      }
    }
    return fastSimHash.compute(ElementHashProvider.ofFunction(i -> hashes[i], count));
  }

  @Benchmark
  public byte[] hash4jOnOurTokens() {
    count = 0;
    cut(nextText(), this::hash);
    return fastSimHash.compute(ElementHashProvider.ofFunction(i -> hashes[i], count));
  }

  @Benchmark
  public byte[] hash4jOnStrings() {
    next = (next + 1) % TEXTS;
    count = 0;
    for (String token : tokens[next]) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      hash(utf8, 0, utf8.length, false);
    }
    return fastSimHash.compute(ElementHashProvider.ofFunction(i -> hashes[i], count));
  }

  @Benchmark
  public long textbook() {
    Map<String, Integer> counts = new HashMap<>();
    Matcher words = WORD.matcher(nextText().toLowerCase(Locale.ROOT));
    while (words.find()) {
      String pair = words.group(1);
      counts.merge(pair == null ? words.group() : words.group() + pair, 1, Integer::sum);
    }
    double[] sums = new double[64];
    counts.forEach((word, tf) -> {
      long hash = XXH3.hashBytesToLong(word.getBytes(StandardCharsets.UTF_8));
      double weight = 1 + Math.log(tf);
      for (int i = 0; i < 64; i++) {
        sums[i] += (hash >>> i & 1) == 1 ? weight : -weight;
      }
    });
    long fingerprint = 0;
    for (int i = 0; i < 64; i++) {
      fingerprint |= sums[i] > 0 ? 1L << i : 0;
    }
    return fingerprint;
  }

  private static String[] tokens(String text) {
    List<String> tokens = new ArrayList<>();
    cut(
        text,
        (source, start, end, spaceless) ->
            tokens.add(new String(source, start, end - start, StandardCharsets.UTF_8)));
    return tokens.toArray(String[]::new);
  }

  private static void cut(String text, TokenSink sink) {
    SpacelessBigrams bigrams = new SpacelessBigrams(sink);
    new WordTokenizer().tokenize(NormalizedText.of(text), bigrams);
    bigrams.finish();
  }

  private void hash(byte[] text, int start, int end, boolean spaceless) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
    }
    hashes[count++] = XXH3.hashBytesToLong(text, start, end - start);
  }

  private String nextText() {
    next = (next + 1) % TEXTS;
    return texts[next];
  }
}
