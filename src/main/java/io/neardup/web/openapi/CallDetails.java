package io.neardup.web.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Parts of the description of a call for which OpenAPI annotations are too long or do not work
/// with springdoc. Stands beside `@Operation`.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CallDetails {

  String NOTICE_START = "The library will be closed on ";
  String NOTICE_END =
      " for the yearly stocktaking of books and films. Loans that fall due on that day are extended"
          + " by a week without a fee, and the return box beside the main entrance stays open all"
          + " day and all night.";

  /// A text for examples.
  String NOTICE = NOTICE_START + "Monday" + NOTICE_END;

  /// A near-duplicate of it.
  String SAME_NOTICE = NOTICE_START + "MONDAY" + NOTICE_END;

  /// Another text for examples.
  String CHINESE = "美国“51区”雇员称内部有9架飞碟,曾看见灰色外星人";

  /// Bodies that the page for trying out calls offers. Every one of them works.
  Example[] examples() default {};

  /// Problems besides those of all calls.
  Refusal[] refusals() default {};

  /// Headers of successful answers besides those of all calls.
  AnswerHeader[] headers() default {};

  /// The record of a JSON answer that the call writes itself.
  Class<?> json() default void.class;

  /// The records of the lines of an NDJSON answer that the call writes itself.
  Class<?>[] lines() default {};

  /// What a CSV answer has that the call writes itself; empty if it writes none.
  String csv() default "";

  /// The record of one line, if the call accepts streams.
  Class<?> streamOf() default void.class;

  /// The record of the answer to one line.
  Class<?> answeredWith() default void.class;

  /// A JSON body.
  @interface Example {
    String name();

    String json();
  }

  /// A problem.
  @interface Refusal {
    int status();

    /// Its cause; by default the general one of the status.
    String cause() default "";
  }

  /// A header of answers.
  @interface AnswerHeader {
    String name();

    String description();

    /// The statuses that have it; by default all below 400.
    String[] statuses() default {};
  }
}
