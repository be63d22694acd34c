package io.neardup.cluster.check;

import io.neardup.Json;
import io.neardup.cluster.check.Call.Kept;
import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Match;
import io.neardup.cluster.check.Call.Result;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What answers of the API say.
final class Answers {

  private Answers() {}

  /// What an answer says.
  ///
  /// @param revision of what was read, null if the answer has none
  record Answered(
      Result result,
      @Nullable Integer revision,
      boolean enabled,
      @Nullable String position,
      boolean whole,
      List<Match> matches) {

    static Answered only(Result result) {
      return new Answered(result, null, true, null, true, List.of());
    }

    static Answered at(@Nullable String position) {
      return new Answered(Result.DONE, null, true, position, true, List.of());
    }

    static Answered value(int revision, boolean enabled) {
      return new Answered(Result.DONE, revision, enabled, null, true, List.of());
    }

    static Answered of(List<Match> matches) {
      return new Answered(Result.DONE, null, true, null, true, matches);
    }
  }

  /// Reads an answer.
  ///
  /// @param id of the request
  static Answered read(Kind kind, String id, HttpResponse<String> response) {
    int status = response.statusCode();
    if (status == 404 || status == 409 && kind == Kind.CREATE) {
      return kind == Kind.READ ? Answered.value(0, true) : Answered.only(Result.MISSING);
    }
    if (status >= 500 || status == 429 || status == 408) {
      return Answered.only(Result.UNKNOWN);
    }
    if (status >= 300) {
      return Answered.only(Result.REFUSED);
    }
    String body = response.body();
    if (kind == Kind.LIST) {
      return list(id, body);
    }
    JsonNode json = Json.read(body.isEmpty() ? "{}" : body);
    String position = response.headers().firstValue("Neardup-Position").orElse(null);
    return switch (kind) {
      case STORE ->
          json.path("outcome").asString("").equals("skipped")
              ? Answered.only(Result.SKIPPED)
              : Answered.at(json.path("position").asString(position));
      case KEEP ->
          json.path("missing").isEmpty() ? Answered.at(null) : Answered.only(Result.MISSING);
      case VERDICT, DELETE, CREATE, DROP, STREAM -> Answered.at(position);
      case CHANGE ->
          Answered.of(
              ApiClient.SETTINGS.stream()
                  .map(setting -> new Match(setting, json.path(Call.local(setting)).asInt()))
                  .toList());
      case READ -> value(id, json);
      case LOOKUP, PASSAGES -> Answered.of(matches(id, json.path("matches").valueStream()));
      case LIST -> throw new IllegalStateException("read above");
    };
  }

  /// A list ends with a problem if it was cut short.
  private static Answered list(String id, String body) {
    List<JsonNode> lines = body.lines().map(Json::read).toList();
    return !lines.isEmpty() && lines.getLast().has("problem")
        ? Answered.only(Result.UNKNOWN)
        : Answered.of(matches(id, lines.stream()));
  }

  private static List<Match> matches(String id, Stream<JsonNode> documents) {
    return documents
        .map(each ->
            new Match(
                Call.collection(id) + "/" + each.path("id").asString(),
                each.at("/metadata/revision").asInt()))
        .toList();
  }

  private static Answered value(String id, JsonNode json) {
    Kept kept = Call.Kept.of(id);
    if (kept == null) {
      return Answered.value(
          (ApiClient.SETTINGS.contains(id)
                  ? json.path(Call.local(id))
                  : json.at("/metadata/revision"))
              .asInt(),
          json.path("enabled").asBoolean(true));
    }
    String words = kept.words(id);
    return switch (kept) {
      case JUDGEMENT ->
          Answered.value(
              json.path("judgements")
                  .valueStream()
                  .filter(each ->
                      words.equals(each.path("a").asString() + " " + each.path("b").asString()))
                  .mapToInt(each -> each.path("weight").asInt())
                  .findFirst()
                  .orElse(0),
              true);
      case MARK ->
          Answered.value(
              (int)
                  json.path("passages")
                      .valueStream()
                      .filter(each -> words.equals(each.path("text").asString()))
                      .count(),
              true);
      case JOB -> job(json.path("state").asString());
    };
  }

  private static Answered job(String state) {
    boolean goesOn = state.equals("queued") || state.equals("running");
    return new Answered(
        Result.DONE,
        goesOn || state.equals("done") ? 1 : Kept.FAILED,
        true,
        null,
        !goesOn,
        List.of());
  }
}
