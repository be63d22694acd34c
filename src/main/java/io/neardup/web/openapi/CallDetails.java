package io.neardup.web.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The records that a call itself reads from the body or writes to the answer, where its signature
/// does not show them.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CallDetails {

  /// The record of a JSON answer.
  Class<?> json() default void.class;

  /// The records of the lines of an NDJSON answer.
  Class<?>[] lines() default {};

  /// The record of one line, if the call accepts streams.
  Class<?> streamOf() default void.class;

  /// The record of the answer to one line.
  Class<?> answeredWith() default void.class;
}
