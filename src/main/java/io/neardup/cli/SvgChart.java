package io.neardup.cli;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/// A chart of lines over distances, as an SVG image for pages without scripts.
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
  private static final String GREY = "#444";
  private static final List<String> COLORS =
      List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999933");

  private final int farthest;
  private final Formatter svg = new Formatter(Locale.ROOT);
  private int lines;
  private int names;

  /// A chart of values from 0 to 1.
  ///
  /// @param unit of distances
  /// @param farthest the largest distance
  SvgChart(String title, String unit, int farthest) {
    this.farthest = Math.max(1, farthest);
    svg.format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d"\
         font-family="sans-serif" font-size="12"><rect width="100%%" height="100%%" fill="#fff"/>
        """,
        WIDTH, HEIGHT);
    text(LEFT, 22, "start", title, "#000");
    for (int i = 0; i <= 4; i++) {
      double value = i / 4.0;
      svg.format("<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", LEFT, y(value), WIDTH - RIGHT);
      text(LEFT - 6, y(value) + 4, "end", String.valueOf(value), GREY);
    }
    int step = (this.farthest + TICKS - 1) / TICKS;
    for (int distance = 0; distance <= this.farthest; distance += step) {
      text(x(distance), HEIGHT - BOTTOM + 16, "middle", String.valueOf(distance), GREY);
    }
    text(x(this.farthest / 2.0), HEIGHT - 12, "middle", unit, GREY);
  }

  /// Draws a vertical band over some distances, or a vertical line at a single one.
  SvgChart mark(String name, int from, int to) {
    svg.format(
        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#888\" opacity=\"%s\"/>\n",
        x(from) - 0.75,
        TOP,
        x(to) - x(from) + 1.5,
        HEIGHT - TOP - BOTTOM,
        from == to ? "0.9" : "0.25");
    return named("#888", name);
  }

  /// Draws a line.
  ///
  /// @param values by distance
  SvgChart line(String name, double[] values) {
    String color = COLORS.get(lines++ % COLORS.size());
    svg.format("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", color);
    for (int distance = 0; distance <= Math.min(farthest, values.length - 1); distance++) {
      svg.format("%s%.1f,%.1f", distance == 0 ? "" : " ", x(distance), y(values[distance]));
    }
    svg.format("\"/>\n");
    return named(color, name);
  }

  /// The image.
  String svg() {
    return svg + "</svg>\n";
  }

  /// Adds a row to the legend.
  private SvgChart named(String color, String name) {
    int x = WIDTH - RIGHT + 12;
    int y = TOP + 10 + 20 * names++;
    svg.format(
        "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/>\n", x, y - 5, color);
    text(x + 20, y, "start", name, "#000");
    return this;
  }

  private void text(double x, double y, String anchor, String text, String color) {
    svg.format(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
        x, y, anchor, color, HtmlPage.escaped(text));
  }

  private double x(double distance) {
    return LEFT + distance / farthest * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM);
  }
}
