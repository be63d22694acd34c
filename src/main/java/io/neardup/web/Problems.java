package io.neardup.web;

import io.neardup.service.RequestException;
import io.neardup.web.Problem.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/// Tells callers what is wrong with what they sent, the same for a JSON body and for an NDJSON
/// line.
final class Problems {

  private Problems() {}

  static Problem of(RequestException e) {
    Kind kind =
        switch (e.kind()) {
          case INVALID -> Kind.INVALID_REQUEST;
          case UNUSABLE_FINGERPRINT -> Kind.UNUSABLE_FINGERPRINT;
          case NOT_FOUND -> Kind.NOT_FOUND;
          case TOO_LARGE -> Kind.TOO_LARGE;
          case URI_TOO_LONG -> Kind.URI_TOO_LONG;
        };
    return Problem.of(kind, e.field(), e.message());
  }

  /// What is wrong with JSON that could not be read as a request.
  static Problem of(JacksonException e) {
    return switch (e) {
      case UnrecognizedPropertyException unknown ->
          Problem.of(
              Kind.INVALID_REQUEST,
              path(unknown),
              "is not a field of this request; known are " + names(unknown.getKnownPropertyIds()));
      case StreamConstraintsException tooMuch ->
          Problem.of(
              Kind.TOO_LARGE,
              "body",
              "exceeds a limit on JSON: " + tooMuch.getOriginalMessage() + "; send less at once");
      case MismatchedInputException mismatch ->
          Problem.of(
              Kind.INVALID_REQUEST, path(mismatch), "must be " + wanted(mismatch.getTargetType()));
      case StreamReadException malformed ->
          Problem.of(
              Kind.MALFORMED_JSON,
              "body",
              "is not well-formed JSON, at "
                  + place(malformed)
                  + ": "
                  + firstLine(malformed.getOriginalMessage()));
      default ->
          Problem.of(
              Kind.INVALID_REQUEST,
              path(e),
              "cannot be read: " + firstLine(e.getOriginalMessage()));
    };
  }

  private static String wanted(Class<?> type) {
    if (type == null) {
      return "of another type";
    }
    if (type == String.class) {
      return "a string";
    }
    if (type == Integer.class || type == Long.class) {
      return "a whole number";
    }
    if (type == Double.class) {
      return "a number";
    }
    if (type == Boolean.class) {
      return "true or false";
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

  private static String firstLine(String message) {
    if (message == null) {
      return "no reason given";
    }
    int place = message.indexOf(" (start marker at"); // names a source that callers do not know
    return (place < 0 ? message : message.substring(0, place)).lines().findFirst().orElse("");
  }
}
