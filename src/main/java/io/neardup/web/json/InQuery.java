package io.neardup.web.json;

import io.swagger.v3.oas.annotations.Parameter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a request whose parameters are in the query: all fields that a line of the stream does not
/// have. Its other fields are null.
@Parameter(hidden = true) // described by the fields of the request
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface InQuery {

  /// The record of a line.
  Class<? extends Record> without();
}
