package io.neardup.bench;

import io.neardup.index.FingerprintIndex;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Measures the time of lookups by number of fingerprints and by distance, prints it, and draws
/// charts.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.GrowthFigures \
///     -Dbench="docs/performance 1000000" -Dbench.jvm="-Xmx6g -XX:+UseTransparentHugePages"
/// ```
///
/// Uniform fingerprints, queries without matches, one thread; each value is the median of nine
/// rounds. The argument is the size of the largest collection; the distance varies in a collection
/// of a tenth of it.
public final class GrowthFigures {

  private static final int LIMIT = 10;
  private static final int ROUNDS = 9;
  private static final long NANOS_A_ROUND = 60_000_000L;

  private final Path folder;
  private final SplittableRandom random = new SplittableRandom(1);

  private GrowthFigures(Path folder) {
    this.folder = folder;
  }

  /// @param args the folder for the charts and the largest number of fingerprints
  public static void main(String[] args) throws IOException {
    GrowthFigures figures = new GrowthFigures(Files.createDirectories(Path.of(args[0])));
    int largest = Integer.parseInt(args[1]);
    figures.overNumber(largest);
    figures.overDistance(largest / 10);
  }

  private void overNumber(int largest) throws IOException {
    Map<String, TreeMap<Double, Double>> lines = new TreeMap<>();
    for (int n = 10_000; n <= largest; n *= 10) {
      for (int third = 1; third <= 3 && n * third <= largest; third += 2) {
        int size = n * third;
        FingerprintIndex narrow = filled(64, size);
        note(lines, "64 bits, within 3", size, micros(narrow, 64, 3, 1));
        FingerprintIndex wide = filled(256, size);
        note(lines, "256 bits, within 63, recall 0.67", size, micros(wide, 256, 63, 0.67));
        note(lines, "256 bits, within 63, recall 0.95", size, micros(wide, 256, 63, 0.95));
        note(lines, "256 bits, within 63, exact", size, micros(wide, 256, 63, 1));
      }
    }
    draw("lookup-by-number", "Lookups by number of fingerprints", "fingerprints", true, lines);
  }

  private void overDistance(int size) throws IOException {
    Map<String, TreeMap<Double, Double>> lines = new TreeMap<>();
    FingerprintIndex narrow = filled(64, size);
    for (int k = 0; k <= 16; k++) {
      note(lines, "64 bits, exact", k, micros(narrow, 64, k, 1));
    }
    FingerprintIndex wide = filled(256, size);
    for (int k = 0; k <= 96; k += 8) {
      note(lines, "256 bits, recall 0.95", k, micros(wide, 256, k, 0.95));
      note(lines, "256 bits, exact", k, micros(wide, 256, k, 1));
    }
    draw(
        "lookup-by-distance",
        "Lookups by distance, %,d fingerprints".formatted(size),
        "distance in bits",
        false,
        lines);
  }

  private static void note(
      Map<String, TreeMap<Double, Double>> lines, String name, double x, double micros) {
    lines.computeIfAbsent(name, key -> new TreeMap<>()).put(x, micros);
    System.out.printf("| %s | %,.0f | %.2f |%n", name, x, micros);
  }

  private FingerprintIndex filled(int bits, int size) {
    FingerprintIndex index =
        bits == 64
            ? new PermutationIndex(BlockLayout.DEFAULT, Integer::toString)
            : new WideIndex(bits, WideTableCount.ALL, Integer::toString);
    for (int document = 0; document < size; document++) {
      index.add(document, any(bits));
    }
    return index;
  }

  private Fingerprint any(int bits) {
    return Fingerprint.of(bits, random.longs(bits / Long.SIZE).toArray());
  }

  private double micros(FingerprintIndex index, int bits, int distance, double recall) {
    double[] rounds = new double[ROUNDS];
    List<Fingerprint> queries = new ArrayList<>();
    for (int i = 0; i < 1 << 12; i++) {
      queries.add(any(bits));
    }
    int next = 0;
    for (int round = -ROUNDS; round < ROUNDS; round++) { // the first half warms up
      long started = System.nanoTime();
      long lookups = 0;
      long found = 0;
      while (System.nanoTime() - started < NANOS_A_ROUND) {
        next = (next + 1) % queries.size();
        found += index.search(queries.get(next), distance, recall, LIMIT).matches().size();
        lookups++;
      }
      if (found < 0) {
        throw new AssertionError("the number of matches is negative");
      }
      rounds[Math.max(round, 0)] = (System.nanoTime() - started) / 1e3 / lookups;
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 2];
  }

  private void draw(
      String file,
      String title,
      String xTitle,
      boolean logarithmic,
      Map<String, TreeMap<Double, Double>> lines)
      throws IOException {
    XYChart chart = new XYChart(860, 460);
    chart.setTitle(title);
    chart.setXAxisTitle(xTitle);
    chart.setYAxisTitle("microseconds");
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setXAxisLogarithmic(logarithmic);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    lines.forEach((name, line) -> {
      double[] x = line.keySet().stream().mapToDouble(Double::doubleValue).toArray();
      double[] y = line.values().stream().mapToDouble(Double::doubleValue).toArray();
      chart.addSeries(name, x, y).setMarker(SeriesMarkers.CIRCLE);
    });
    ImageIO.write(
        BitmapEncoder.getBufferedImage(chart), "png", folder.resolve(file + ".png").toFile());
  }
}
