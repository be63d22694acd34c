package io.neardup.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A chart of lines over distances, as an SVG image.
///
/// Written as text, since libraries for charts draw with AWT, which needs fonts and native
/// libraries that a server often lacks. Colours are distinguishable with colour blindness (Okabe
/// and Ito).
final class SvgChart {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 320;
  private static final int LEFT = 60;
  private static final int TOP = 40;
  private static final int RIGHT = 170;
  private static final int BOTTOM = 50;
  private static final int TICKS = 8;
  private static final List<String> COLORS =
      List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999933");

  private final String title;
  private final String unit;
  private final int farthest;
  private final List<Line> lines = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();

  private record Line(String name, List<Double> values) {}

  private record Mark(String name, int from, int to) {}

  /// A chart of values from 0 to 1.
  ///
  /// @param unit of distances
  /// @param farthest the largest distance
  SvgChart(String title, String unit, int farthest) {
    this.title = title;
    this.unit = unit;
    this.farthest = Math.max(1, farthest);
  }

  /// Adds a line.
  ///
  /// @param values by distance
  SvgChart line(String name, double[] values) {
    lines.add(new Line(name, Arrays.stream(values).boxed().toList()));
    return this;
  }

  /// Adds a vertical band.
  SvgChart mark(String name, int from, int to) {
    marks.add(new Mark(name, from, to));
    return this;
  }

  /// Adds a vertical line.
  SvgChart mark(String name, int distance) {
    return mark(name, distance, distance);
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%%\" height=\"100%%\""
                + " fill=\"#fff\"/>",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT));
    text(svg, LEFT, 22, "start", title, "#000");
    axes(svg);
    int row = 0;
    for (Mark mark : marks) {
      add(
          svg,
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#888\" opacity=\"%s\"/>",
              x(mark.from) - 0.75,
              TOP,
              x(mark.to) - x(mark.from) + 1.5,
              HEIGHT - TOP - BOTTOM,
              mark.from == mark.to ? "0.9" : "0.25"));
      legend(svg, row++, "#888", mark.name);
    }
    for (int i = 0; i < lines.size(); i++) {
      String color = COLORS.get(i % COLORS.size());
      line(svg, lines.get(i), color);
      legend(svg, row++, color, lines.get(i).name);
    }
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg) {
    for (int i = 0; i <= 4; i++) {
      double value = i / 4.0;
      add(
          svg,
          String.format(
              Locale.ROOT,
              "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>",
              LEFT,
              y(value),
              WIDTH - RIGHT));
      text(svg, LEFT - 6, y(value) + 4, "end", String.valueOf(value), "#444");
    }
    int step = Math.max(1, (farthest + TICKS - 1) / TICKS);
    for (int distance = 0; distance <= farthest; distance += step) {
      text(svg, x(distance), HEIGHT - BOTTOM + 16, "middle", String.valueOf(distance), "#444");
    }
    text(svg, x(farthest / 2.0), HEIGHT - 12, "middle", unit, "#444");
  }

  private void line(StringBuilder svg, Line line, String color) {
    List<String> points = new ArrayList<>();
    for (int distance = 0; distance <= Math.min(farthest, line.values.size() - 1); distance++) {
      points.add(
          String.format(Locale.ROOT, "%.1f,%.1f", x(distance), y(line.values.get(distance))));
    }
    add(
        svg,
        String.format(
            Locale.ROOT,
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
            String.join(" ", points),
            color));
  }

  private static void legend(StringBuilder svg, int row, String color, String name) {
    int y = TOP + 10 + 20 * row;
    int x = WIDTH - RIGHT + 12;
    add(
        svg,
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/>",
            x,
            y - 5,
            color));
    text(svg, x + 20, y, "start", name, "#000");
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String text, String color) {
    add(
        svg,
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
            x,
            y,
            anchor,
            color,
            text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }

  private static void add(StringBuilder svg, String element) {
    svg.append(element).append('\n');
  }

  private double x(double distance) {
    return LEFT + distance / farthest * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM);
  }
}
