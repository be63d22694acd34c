package io.neardup.config;

import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.LayoutPlanner;
import io.neardup.index.wide.WideTableCount;
import java.util.Locale;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/// The tables of fingerprints, as configured under `neardup.index`. Up to 64 bits: the configured
/// layout, or for `auto` the one that [LayoutPlanner] chooses. Beyond: the number of tables that it
/// chooses.
final class IndexLayout {

  static final String AUTO = "auto";

  private static final Logger log = LoggerFactory.getLogger(IndexLayout.class);

  private final NeardupProperties.Index properties;
  private final LayoutPlanner planner;

  /// @param widths of all configured fingerprints, in bits
  /// @throws InvalidConfigurationException if a value is out of range
  IndexLayout(NeardupProperties.Index properties, IntStream widths) {
    this.properties = properties;
    require("exact-to", properties.exactTo(), 0, BlockLayout.MAX_BLOCKS - 1);
    require("expected-documents", properties.expectedDocuments(), 1, Integer.MAX_VALUE);
    DataSize memory = properties.memory();
    if (memory != null && memory.toBytes() <= 0) {
      throw invalid("memory", "must be more than 0, such as 4GB, was " + memory);
    }
    this.planner =
        new LayoutPlanner(
            properties.expectedDocuments(),
            memory == null ? Runtime.getRuntime().maxMemory() / 2 : memory.toBytes());
    if (!isAuto()) {
      widths.forEach(this::named);
    }
  }

  /// The layout for fingerprints of `bits` bits.
  ///
  /// @param distance of lookups that do not name one
  BlockLayout of(int bits, int distance) {
    if (!isAuto()) {
      return named(bits);
    }
    BlockLayout layout = planner.choose(bits, properties.exactTo(), distance);
    if (properties.memory() != null && !planner.fits(layout)) {
      log.warn(
          "The smallest index of {} fingerprints of {} bits takes about {} MB, more than"
              + " neardup.index.memory",
          planner.fingerprints(),
          bits,
          planner.bytes(layout) >> 20);
    }
    return layout;
  }

  /// The number of tables of fingerprints of `bits` bits, more than 64: all of them unless the
  /// configured memory is too small.
  WideTableCount wide(int bits) {
    if (!properties.wideTables()) {
      return WideTableCount.NONE;
    }
    WideTableCount tables =
        properties.memory() == null
            ? WideTableCount.ALL
            : WideTableCount.within(planner.bytes(), bits, planner.fingerprints());
    if (tables != WideTableCount.ALL) {
      log.info(
          "All tables of {} fingerprints of {} bits take about {} MB, more than"
              + " neardup.index.memory; lookups are slower with fewer tables",
          planner.fingerprints(),
          bits,
          WideTableCount.ALL.bytes(bits, planner.fingerprints()) >> 20);
    }
    return tables;
  }

  private boolean isAuto() {
    return properties.blocks().equals(AUTO);
  }

  private BlockLayout named(int bits) {
    int exactTo = properties.exactTo();
    try {
      BlockLayout layout = BlockLayout.of(bits, exactTo, properties.blocks());
      if (layout.tables() <= LayoutPlanner.MAX_TABLES) {
        return layout;
      }
    } catch (IllegalArgumentException e) {
      log.debug("no layout", e);
    }
    throw invalid(
        "blocks",
        String.format(
            Locale.ROOT,
            "must be auto, or a number from %d to %d that makes at most %d tables, or two such as"
                + " %1$dx%1$d (with exact-to %d and %d bits), was %s",
            exactTo + 1,
            BlockLayout.MAX_BLOCKS,
            LayoutPlanner.MAX_TABLES,
            exactTo,
            bits,
            properties.blocks()));
  }

  private static void require(String key, long value, long min, long max) {
    if (value < min || value > max) {
      throw invalid(key, String.format(Locale.ROOT, "must be %d to %d, was %d", min, max, value));
    }
  }

  private static InvalidConfigurationException invalid(String key, String fault) {
    return new InvalidConfigurationException(
        "neardup.index." + key, new IllegalArgumentException(fault));
  }
}
