package io.neardup.web.problem;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.neardup.records.JsonFaults;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.StoreException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/// Converts exceptions to problems, for JSON bodies and NDJSON lines alike.
public final class Problems {

  /// The paths of filters.
  private static final Pattern FILTER = Pattern.compile("(^|\\.)(filter|withFilter)(\\[|$)");

  /// The fault of a number for which Jackson throws a [NumberFormatException].
  public static final String HUGE_NUMBER = "has a number whose exponent is too large to be read";

  private Problems() {}

  public static Problem of(RequestException e) {
    return e.field().isEmpty()
        ? Problem.of(e.kind(), e.message())
        : Problem.of(e.kind(), e.field(), e.message(), e.range());
  }

  /// The problem of documents that cannot be stored or read.
  public static Problem of(StoreException e) {
    Fault kind =
        switch (e.kind()) {
          case NO_COLLECTION -> Fault.NOT_FOUND;
          case SUPERSEDED -> Fault.CONFLICT;
          case TOO_FAR_BEHIND, OTHER_HISTORY -> Fault.GONE;
          case IN_USE,
              UNUSABLE_DIRECTORY,
              NO_LIBRARY,
              OTHER_FORMAT,
              DAMAGED,
              DISK_FULL,
              IO,
              CLOSED ->
              Fault.STORAGE;
        };
    return Problem.of(kind, String.valueOf(e.getMessage()));
  }

  /// The problem of any exception.
  public static Problem ofAny(RuntimeException e) {
    return switch (e) {
      case RequestException known -> of(known);
      case StoreException known -> of(known);
      default -> Problem.internalError();
    };
  }

  /// The problem of JSON that is not a valid request.
  public static Problem of(JacksonException e) {
    return switch (e) {
      case JacksonException wrapped when wrapped.getCause() instanceof NumberFormatException ->
          Problem.of(Fault.MALFORMED_JSON, path(wrapped), HUGE_NUMBER);
      case UnrecognizedPropertyException unknown ->
          Problem.of(
              Fault.INVALID,
              path(unknown),
              "is not a field of this request; known are " + names(unknown.getKnownPropertyIds()));
      case StreamConstraintsException tooMuch ->
          Problem.of(
              Fault.TOO_LARGE,
              "body",
              "exceeds a limit on JSON: " + JsonFaults.clause(tooMuch) + "; send less");
      case InputCoercionException outOfRange ->
          Problem.of(
              Fault.INVALID,
              path(outOfRange),
              "must be " + expected(outOfRange.getTargetType(), path(outOfRange)));
      case InvalidTypeIdException unknown -> Problem.of(Fault.INVALID, "kind", kinds(unknown));
      case MismatchedInputException trailing when isTrailing(trailing) ->
          Problem.of(
              Fault.MALFORMED_JSON,
              "body",
              "is not well-formed JSON: something follows the object; send one object, or NDJSON");
      case MismatchedInputException mismatch ->
          Problem.of(
              Fault.INVALID,
              path(mismatch),
              "must be " + expected(mismatch.getTargetType(), path(mismatch)));
      case StreamReadException malformed ->
          Problem.of(
              Fault.MALFORMED_JSON,
              "body",
              "is not well-formed JSON, at "
                  + place(malformed)
                  + ": "
                  + JsonFaults.clause(malformed));
      default -> Problem.of(Fault.INVALID, path(e), "cannot be read: " + JsonFaults.clause(e));
    };
  }

  private static String kinds(InvalidTypeIdException unknown) {
    String known =
        Arrays.stream(unknown.getBaseType().getRawClass().getPermittedSubclasses())
            .map(type -> Objects.requireNonNull(type.getAnnotation(JsonTypeName.class)).value())
            .collect(Collectors.joining(", "));
    return unknown.getTypeId() == null
        ? "is missing; give one of " + known
        : "must be one of " + known + ", was '" + unknown.getTypeId() + "'";
  }

  /// The range of a numeric field.
  ///
  /// @param type of the field
  /// @param path of the field
  public static String number(Class<?> type, String path) {
    return switch (path.substring(path.lastIndexOf('.') + 1)) {
      case "limit", "nearest" -> "a whole number, at most " + LookupLimits.MAX_LIMIT;
      case "maxDistance", "minDistance" ->
          "a whole number of bits, at most " + Fingerprint.MAX_BITS;
      case "wait" -> "a whole number of seconds, at most " + ChangeStream.MAX_WAIT_SECONDS;
      case "textChars" -> "a whole number, at most 20000";
      case "minShared" -> "a whole number of words, 6 or more";
      case "minDocuments" -> "a whole number, 2 or more";
      case "keep", "collectionSize" -> "a whole number, 1 or more";
      case "minShare", "minSimilarity", "maxUnique" -> "a number from 0 to 1";
      case "skipContained", "contained" -> "a number above 0, at most 1";
      case "editRate" -> "a number from 0.01 to 0.5";
      case "duplicatesPerDocument" -> "a number above 0, at most 20000";
      case "weight" -> type == BigDecimal.class ? "a number from 0 to 1000000" : "a number above 0";
      default -> isFractional(type) ? "a number" : "a whole number";
    };
  }

  private static boolean isFractional(Class<?> type) {
    return type == Double.class || type == double.class || type == BigDecimal.class;
  }

  private static String expected(Class<?> type, String path) {
    if (type == null) {
      return "of another type";
    }
    if (FILTER.matcher(path).find()) {
      return "a field of the metadata, a colon and a value, such as \"lang:en\", or an array of"
          + " such strings";
    }
    if (type == String.class) {
      return "a string";
    }
    if (Number.class.isAssignableFrom(type)
        || type == int.class
        || type == long.class
        || type == double.class) {
      return number(type, path);
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (type == Instant.class) {
      return "a time such as \"2026-01-31T08:00:00Z\"";
    }
    return Collection.class.isAssignableFrom(type) ? "an array" : "a JSON object";
  }

  private static String path(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.isEmpty() ? "body" : path.toString();
  }

  private static String place(JacksonException e) {
    var location = e.getLocation();
    return location == null
        ? "an unknown place"
        : "line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static String names(Collection<Object> known) {
    return Objects.requireNonNullElse(known, List.of()).stream()
        .map(Object::toString)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static boolean isTrailing(JacksonException e) {
    return String.valueOf(e.getOriginalMessage()).startsWith("Trailing token");
  }
}
