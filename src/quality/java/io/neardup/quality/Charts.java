package io.neardup.quality;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// The measurements as charts: F1, precision and recall over distance for each kind of fingerprint,
/// and all methods side by side.
final class Charts {

  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final int BAR_HEIGHT = 30;
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 14);
  private static final Color OWN = new Color(0x88, 0x88, 0x88);

  /// Distinguishable with colour blindness (Okabe and Ito); the stroke differs where colours
  /// repeat.
  private static final int[] COLORS = {
    0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0x999933
  };

  private final Path folder;

  /// @param folder an existing one
  Charts(Path folder) {
    this.folder = folder;
  }

  void draw(List<MethodCurves> all) throws IOException {
    bars(all);
    for (MethodCurves curves : all) {
      if (curves.method() instanceof FingerprintMethod) {
        f1(curves);
        precisionAndRecall(curves);
      }
    }
  }

  /// The prefix of the file names of the charts of a method.
  static String fileName(Method method) {
    return method.name().replaceAll("[^A-Za-z0-9]+", "-").replaceAll("-$", "");
  }

  private void bars(List<MethodCurves> all) throws IOException {
    HorizontalBarChart chart = new HorizontalBarChart(WIDTH, 110 + 2 * BAR_HEIGHT * all.size());
    chart.setTitle("Macro F1 by method, and its bytes per document");
    List<Double> own = new ArrayList<>();
    List<Double> best = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (MethodCurves curves : all) {
      own.add(
          curves.method().defaultDistance().isPresent()
              ? curves.macro(curves.ownDistance(), Score::f1)
              : Double.NaN);
      best.add(curves.macro(curves.best(), Score::f1));
      String bytes =
          curves.method().bytesPerDocument().isPresent()
              ? curves.method().bytesPerDocument().getAsInt() + " B"
              : "grows";
      names.add(curves.method().name() + "  ·  " + bytes);
    }
    chart.addSeries("at the best distance", best, names).setFillColor(color(0));
    chart.addSeries("at the default distance, if there is one", own, names).setFillColor(color(1));
    style(chart.getStyler());
    chart.getStyler().setLabelsVisible(true);
    chart.getStyler().setLabelsFont(PLAIN);
    chart.getStyler().setLabelsPosition(0.9);
    chart.getStyler().setAvailableSpaceFill(0.8);
    chart.getStyler().setXAxisDecimalPattern("0.000");
    chart.getStyler().setXAxisTickMarkSpacingHint(50);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setXAxisMax(1.0);
    save(chart, "macro-f1");
  }

  private void f1(MethodCurves curves) throws IOException {
    XYChart chart = overDistance(curves.method().name() + ": F1 over distance");
    int farthest = farthest(curves.method());
    int number = 0;
    for (Map.Entry<String, KindCurve> kind : curves.kinds().entrySet()) {
      float[] dashes = {2 + 6 * (number / COLORS.length), 3};
      BasicStroke stroke =
          number < COLORS.length
              ? new BasicStroke(1.5f)
              : new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
      line(chart, kind.getKey(), farthest, d -> kind.getValue().at(d).f1())
          .setLineColor(color(number++ % COLORS.length))
          .setLineStyle(stroke);
    }
    line(chart, "macro", farthest, d -> curves.macro(d, Score::f1))
        .setLineColor(Color.BLACK)
        .setLineStyle(new BasicStroke(3.5f));
    mark(chart, curves);
    save(chart, fileName(curves.method()) + "-f1");
  }

  private void precisionAndRecall(MethodCurves curves) throws IOException {
    XYChart chart = overDistance(curves.method().name() + ": macro precision and recall");
    int farthest = farthest(curves.method());
    line(chart, "precision", farthest, d -> curves.macro(d, Score::precision))
        .setLineColor(color(0))
        .setLineStyle(new BasicStroke(2.5f));
    line(chart, "recall", farthest, d -> curves.macro(d, Score::recall))
        .setLineColor(color(1))
        .setLineStyle(new BasicStroke(2.5f));
    line(chart, "F1", farthest, d -> curves.macro(d, Score::f1))
        .setLineColor(Color.BLACK)
        .setLineStyle(new BasicStroke(3.5f));
    mark(chart, curves);
    save(chart, fileName(curves.method()) + "-pr");
  }

  /// Unrelated texts differ in half of the bits, so larger distances are not drawn.
  private static int farthest(Method method) {
    return method.maxDistance() / 2;
  }

  private static XYChart overDistance(String title) {
    XYChart chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(title);
    chart.setXAxisTitle("largest distance of near-duplicates, in bits");
    style(chart.getStyler());
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisMax(1.0);
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    return chart;
  }

  private static XYSeries line(
      XYChart chart, String name, int farthest, IntToDoubleFunction metric) {
    double[] x = IntStream.rangeClosed(0, farthest).asDoubleStream().toArray();
    double[] y = IntStream.rangeClosed(0, farthest).mapToDouble(metric).toArray();
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  /// A vertical line at the default distance of the method.
  private static void mark(XYChart chart, MethodCurves curves) {
    int own = curves.ownDistance();
    XYSeries series =
        chart.addSeries("distance " + own, new double[] {own, own}, new double[] {0, 1});
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(OWN);
    series.setLineStyle(new BasicStroke(1.5f));
  }

  private static void style(AxesChartStyler styler) {
    styler.setBaseFont(PLAIN);
    styler.setChartTitleFont(BOLD);
    styler.setAxisTitleFont(PLAIN);
    styler.setAxisTickLabelsFont(PLAIN);
    styler.setLegendFont(PLAIN);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleBoxVisible(false);
  }

  private static Color color(int number) {
    return new Color(COLORS[number]);
  }

  private void save(IChart chart, String name) throws IOException {
    ImageIO.write(
        BitmapEncoder.getBufferedImage(chart), "png", folder.resolve(name + ".png").toFile());
  }
}
