package io.neardup.web.ndjson;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.web.problem.Problem;
import org.jspecify.annotations.Nullable;

/// A line of an NDJSON stream instead of an answer.
///
/// @param id of the request, if it could be read
/// @param ref of the request, if it could be read
/// @param problem the reason
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProblemLine(@Nullable String id, @Nullable String ref, Problem problem) {}
