package io.neardup.web.calibrate;

import io.neardup.service.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Checks of fields that requests with labelled pairs share.
final class LabelledFields {

  private LabelledFields() {}

  /// A value that is present.
  static <T> T value(@Nullable T value, String field, String allowed) {
    if (value == null) {
      throw RequestException.invalid(field, "is missing; give " + allowed);
    }
    return value;
  }

  /// The number of pairs that one stands for, 1 by default.
  static double weight(@Nullable Double weight) {
    double pairs = Objects.requireNonNullElse(weight, 1.0);
    if (!(pairs > 0) || Double.isInfinite(pairs)) {
      throw RequestException.invalid("weight", "must be a number above 0, was " + pairs);
    }
    return pairs;
  }

  /// The items of a list.
  ///
  /// @param reader of an item, whose faults are those of a field within it
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
