package io.neardup.service.compare;

import io.neardup.passage.CommonPassages;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The passages that two compared sides share.
///
/// @param passages null if the text of a side is not known
/// @param pageA the text of the first side if it is a page, which its places are in
/// @param pageB the text of the second side if it is a page
/// @param skipped why passages are not known, null if they are
public record SharedPassages(
    @Nullable CommonPassages passages,
    @Nullable String pageA,
    @Nullable String pageB,
    @Nullable String skipped) {

  private static final String NO_PLACES =
      "tokens and features have no places in a text; give the text instead";

  static SharedPassages skipped(KnownContent a, KnownContent b) {
    String reasons =
        Stream.of(a, b)
            .filter(side -> side.text() == null)
            .map(side -> Objects.requireNonNullElse(side.missing(), NO_PLACES))
            .distinct()
            .collect(Collectors.joining("; "));
    return new SharedPassages(null, null, null, reasons);
  }
}
