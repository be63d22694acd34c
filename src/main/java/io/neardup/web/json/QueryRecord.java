package io.neardup.web.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springdoc.core.annotations.ParameterObject;

/// Marks a record whose components are query parameters, all of them optional. Component types:
/// `String`, `Integer`, `Boolean`, and `List<String>` for parameters that may be repeated.
@ParameterObject
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface QueryRecord {}
