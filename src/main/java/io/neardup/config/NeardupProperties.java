package io.neardup.config;

import io.neardup.index.BlockLayout;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What can be configured about neardup itself; `RequestLimits` has what requests may bring.
///
/// @param index how fingerprints are indexed
@ConfigurationProperties("neardup")
public record NeardupProperties(@DefaultValue Index index) {

  /// How fingerprints are indexed.
  ///
  /// @param blocks How many blocks a fingerprint is cut into; more blocks mean more tables with
  ///   longer keys.
  /// @param exactTo Up to which distance lookups go through the tables, 0 to blocks - 1; beyond it
  ///   they look at every fingerprint.
  public record Index(@DefaultValue("4") int blocks, @DefaultValue("3") int exactTo) {

    /// The layout for fingerprints of `bits` bits.
    ///
    /// @throws IllegalArgumentException if there is none like that
    BlockLayout layout(int bits) {
      return new BlockLayout(bits, blocks, exactTo);
    }
  }
}
