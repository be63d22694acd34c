package io.neardup.web.calibrate;

import io.neardup.calibrate.LabelledPair;
import io.neardup.service.RequestException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A pair of texts or of documents, and what a person decided on it.
@Schema(name = "LabelledPair")
record PairRequest(
    @Nullable String a,
    @Nullable String b,
    @Nullable Boolean duplicate,
    @Schema(exclusiveMinimumValue = 0) @Nullable Double weight) {

  /// The pair, with all fields.
  ///
  /// @param kind of `a` and `b`
  /// @throws RequestException if one is missing or out of range
  LabelledPair of(String kind) {
    double pairs = Objects.requireNonNullElse(weight, 1.0);
    if (!(pairs > 0) || Double.isInfinite(pairs)) {
      throw RequestException.invalid("weight", "must be a number above 0, was " + pairs);
    }
    return new LabelledPair(
        value(a, "a", "a " + kind),
        value(b, "b", "another " + kind),
        value(duplicate, "duplicate", "true or false"),
        pairs);
  }

  private static <T> T value(@Nullable T value, String field, String allowed) {
    if (value == null) {
      throw RequestException.invalid(field, "is missing; give " + allowed);
    }
    return value;
  }

  /// The items of a list.
  ///
  /// @param reader of an item, whose faults name a field within it
  static <T, R> List<R> items(
      @Nullable List<@Nullable T> items, String field, int least, int most, Function<T, R> reader) {
    List<R> read = new ArrayList<>();
    for (T item : Objects.requireNonNullElse(items, List.<T>of())) {
      String place = field + "[" + read.size() + "]";
      if (item == null) {
        throw RequestException.invalid(place, "must have a value, was null");
      }
      try {
        read.add(reader.apply(item));
      } catch (RequestException e) {
        throw e.within(place);
      }
    }
    if (read.size() < least || read.size() > most) {
      throw RequestException.invalid(
              field, "must have " + least + " to " + most + ", had " + read.size())
          .withRange(least, most);
    }
    return read;
  }
}
