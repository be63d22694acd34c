package io.neardup.cluster.check;

import io.neardup.Json;
import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Match;
import io.neardup.cluster.check.Call.Result;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Calls the instances of a service, and adds each call to a history. Thread-safe.
final class ApiClient implements AutoCloseable {

  /// Settings of a collection without documents.
  static final List<String> SETTINGS = List.of("settings/ttlSeconds", "settings/maxDistance");

  private static final int MATCHES = 20;

  private final List<URI> servers;
  private final String collection;
  private final Duration timeout;
  private final History history;
  private final HttpClient http;

  /// A client of these instances.
  ///
  /// @param collection of documents without a slash in their ids; it exists. The names of others
  ///   begin with its name
  /// @param timeout for one call, after which its effect is unknown
  ApiClient(List<URI> servers, String collection, Duration timeout, History history) {
    this.servers = List.copyOf(servers);
    this.collection = collection;
    this.timeout = timeout;
    this.history = history;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout.dividedBy(2))
            .build();
  }

  /// The number of instances.
  int servers() {
    return servers.size();
  }

  /// Stores a text; with a family, only if no near-duplicate is stored.
  Call store(int server, String id, int revision, String text, @Nullable String family) {
    String decision = family == null ? "\"limit\":0" : "\"limit\":1,\"onDuplicate\":\"skip\"";
    String body =
        "{\"text\":%s,\"metadata\":{\"revision\":%d},%s}"
            .formatted(Json.quote(text), revision, decision);
    return send(
        new Request(Kind.STORE, server, "PUT", document(id), body), id, revision, true, family);
  }

  /// Enables or disables a document.
  Call verdict(int server, String id, boolean enabled) {
    String body = "{\"enabled\":" + enabled + "}";
    return send(
        new Request(Kind.VERDICT, server, "PATCH", document(id), body), id, 0, enabled, null);
  }

  /// Deletes a document.
  Call delete(int server, String id) {
    return send(new Request(Kind.DELETE, server, "DELETE", document(id), ""), id, 0);
  }

  /// Looks up the near-duplicates of a text that was stored under an id.
  Call lookup(int server, String id, int revision, String text) {
    String body = "{\"text\":" + Json.quote(text) + ",\"limit\":" + MATCHES + "}";
    return send(
        new Request(Kind.LOOKUP, server, "POST", "/duplicates?collection=" + collection(id), body),
        id,
        revision);
  }

  /// Reads a document, or one of [#SETTINGS].
  Call read(int server, String id) {
    String target = SETTINGS.contains(id) ? "/collections/" + collection(id) : document(id);
    return send(new Request(Kind.READ, server, "GET", target, ""), id, 0);
  }

  /// Changes one of [#SETTINGS].
  Call change(int server, String id, int value) {
    String body = "{" + Json.quote(local(id)) + ":" + value + "}";
    return send(
        new Request(Kind.CHANGE, server, "PATCH", "/collections/" + collection(id), body),
        id,
        value);
  }

  /// Creates a collection, unless there is one. All its [#SETTINGS] read 0.
  Call create(int server, String name) {
    return send(
        new Request(
            Kind.CREATE,
            server,
            "PUT",
            "/collections/" + collection + "-" + name,
            "{\"maxDistance\":0}"),
        name,
        0);
  }

  /// Deletes a collection.
  Call drop(int server, String name) {
    return send(
        new Request(Kind.DROP, server, "DELETE", "/collections/" + collection + "-" + name, ""),
        name,
        0);
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }

  private String document(String id) {
    return "/documents/" + local(id) + "?collection=" + collection(id);
  }

  private String collection(String id) {
    int slash = id.indexOf('/');
    return slash < 0 ? collection : collection + "-" + id.substring(0, slash);
  }

  private static String local(String id) {
    return id.substring(id.indexOf('/') + 1);
  }

  private record Request(Kind kind, int server, String method, String target, String body) {}

  /// What an answer says.
  private record Answered(
      Result result,
      @Nullable Integer revision,
      boolean enabled,
      @Nullable String position,
      boolean complete,
      List<Match> matches) {

    static Answered only(Result result) {
      return new Answered(result, null, true, null, false, List.of());
    }
  }

  private Call send(Request request, String id, int revision) {
    return send(request, id, revision, true, null);
  }

  private Call send(
      Request request, String id, int revision, boolean enabled, @Nullable String family) {
    long begun = history.now();
    Answered answered = answer(request, id);
    boolean read = request.kind == Kind.READ;
    Call call =
        new Call(
            request.server,
            request.kind,
            id,
            answered.revision == null ? revision : answered.revision,
            read ? answered.enabled : enabled,
            family,
            begun,
            history.now(),
            answered.result,
            answered.position,
            answered.complete,
            answered.matches);
    history.add(call);
    return call;
  }

  private Answered answer(Request request, String id) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(servers.get(request.server).resolve(request.target))
            .timeout(timeout)
            .method(
                request.method,
                request.body.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body));
    if (!request.body.isEmpty()) {
      builder.header("Content-Type", "application/json");
    }
    try {
      return read(request.kind, id, http.send(builder.build(), BodyHandlers.ofString()));
    } catch (ConnectException | HttpConnectTimeoutException e) {
      // Nothing was sent.
      return Answered.only(Result.REFUSED);
    } catch (IOException e) {
      return Answered.only(Result.UNKNOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answered.only(Result.UNKNOWN);
    }
  }

  private static Answered read(Kind kind, String id, HttpResponse<String> response) {
    int status = response.statusCode();
    if (status == 404 || status == 409 && kind == Kind.CREATE) {
      return kind == Kind.READ
          ? new Answered(Result.DONE, 0, true, null, false, List.of())
          : Answered.only(Result.MISSING);
    }
    if (status >= 500 || status == 429 || status == 408) {
      return Answered.only(Result.UNKNOWN);
    }
    if (status >= 300) {
      return Answered.only(Result.REFUSED);
    }
    JsonNode json = Json.read(response.body().isEmpty() ? "{}" : response.body());
    String position = response.headers().firstValue("Neardup-Position").orElse(null);
    return switch (kind) {
      case STORE ->
          new Answered(
              json.path("outcome").asString("").equals("skipped") ? Result.SKIPPED : Result.DONE,
              null,
              true,
              json.path("position").asString(position),
              false,
              List.of());
      case VERDICT, DELETE, CREATE, DROP ->
          new Answered(Result.DONE, null, true, position, false, List.of());
      case CHANGE ->
          new Answered(
              Result.DONE,
              null,
              true,
              null,
              false,
              SETTINGS.stream()
                  .map(setting -> new Match(setting, json.path(local(setting)).asInt()))
                  .toList());
      case READ ->
          new Answered(
              Result.DONE,
              (SETTINGS.contains(id) ? json.path(local(id)) : json.at("/metadata/revision"))
                  .asInt(),
              json.path("enabled").asBoolean(true),
              null,
              false,
              List.of());
      // A single instance has all documents, and answers no `complete`.
      case LOOKUP ->
          new Answered(
              Result.DONE,
              null,
              true,
              null,
              json.path("complete").asBoolean(true),
              json.path("matches")
                  .valueStream()
                  .map(match ->
                      new Match(
                          id.substring(0, id.indexOf('/') + 1) + match.get("id").asString(),
                          match.at("/metadata/revision").asInt()))
                  .toList());
    };
  }
}
