package io.neardup.web.ndjson;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.web.problem.Problem;
import org.jspecify.annotations.Nullable;

/// Stands in an NDJSON stream for an answer that could not be given.
///
/// @param id what the request carried, if it could be read
/// @param ref what the request carried, if it could be read
/// @param problem why
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProblemLine(@Nullable String id, @Nullable String ref, Problem problem) {}
