package io.neardup.fuzz;

import io.neardup.Json;
import io.neardup.RunningService;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Rules that every answer must follow, whatever the request.
final class AnswerRules {

  private static final String PROBLEM = "application/problem+json";

  private final ApiDescription api;

  /// The rules for a service with this API description.
  AnswerRules(ApiDescription api) {
    this.api = api;
  }

  /// Lists the rules that an answer breaks; empty if it breaks none.
  ///
  /// @param head the head of the request, possibly followed by its body
  List<String> faults(byte[] head, Wire.Answer answer) {
    String request = new String(head, StandardCharsets.ISO_8859_1);
    String[] line = request.lines().findFirst().orElse("").split(" ");
    List<String> faults = new ArrayList<>();
    checkStatus(request, line, answer, faults);
    try {
      checkBody(line[0], answer, faults);
    } catch (JacksonException e) {
      faults.add("the body is not JSON, as its Content-Type claims: " + e.getOriginalMessage());
    }
    return faults;
  }

  private void checkStatus(String request, String[] line, Wire.Answer answer, List<String> faults) {
    int status = answer.status();
    if (status >= 500 && !isMeant(request, answer)) {
      faults.add("answered " + status);
    }
    Optional<ApiDescription.Operation> operation =
        line.length == 3 ? api.meant(line[0], line[1]) : Optional.empty();
    if (operation.isPresent()
        && status < 500
        && !isMeant(request, answer)
        && !operation.get().statuses().contains(Integer.toString(status))) {
      faults.add("status " + status + " of " + operation.get() + " is not described");
    }
  }

  /// Whether an answer with a status that no call describes says what to do: retry later, use a
  /// known transfer coding (RFC 9112, 6.1), or expect 100-continue (RFC 9110, 10.1.1).
  private static boolean isMeant(String request, Wire.Answer answer) {
    return switch (answer.status()) {
      case 503 -> !answer.header("Retry-After").isEmpty();
      case 501 -> request.toLowerCase(Locale.ROOT).contains("transfer-encoding");
      case 505 -> true;
      case 417 -> request.toLowerCase(Locale.ROOT).contains("\nexpect:");
      default -> false;
    };
  }

  private static void checkBody(String method, Wire.Answer answer, List<String> faults) {
    if (method.equals("HEAD")) {
      return;
    }
    String type = answer.header("Content-Type");
    if (answer.status() >= 400) {
      if (!type.equals(PROBLEM)) {
        faults.add("answered " + answer.status() + " as '" + type + "', not as a problem");
        return;
      }
      checkProblem(Json.read(answer.text()), Set.of(answer.status()), faults);
    } else if (type.startsWith(RunningService.NDJSON)) {
      for (String line : answer.text().lines().toList()) {
        JsonNode json = Json.read(line);
        if (json.has("problem")) {
          checkProblem(json.get("problem"), Set.of(), faults);
        }
      }
    } else if (type.startsWith(RunningService.JSON)) {
      Json.read(answer.text());
    }
  }

  /// @param statuses the allowed statuses; empty for any below 500
  private static void checkProblem(JsonNode problem, Set<Integer> statuses, List<String> faults) {
    int status = problem.path("status").asInt(0);
    if (statuses.isEmpty() ? status < 400 || status >= 500 : !statuses.contains(status)) {
      faults.add("a problem says that its status is " + status + ": " + problem);
    }
    for (String field : List.of("type", "title", "detail")) {
      if (!problem.path(field).isString()) {
        faults.add("a problem has no " + field + ": " + problem);
      }
    }
  }
}
