package io.neardup.cluster.check;

import io.neardup.Json;
import io.neardup.cluster.check.Answers.Answered;
import io.neardup.cluster.check.Call.Kept;
import io.neardup.cluster.check.Call.Kind;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Calls the instances of a service, and adds each call to a history. Thread-safe.
final class ApiClient implements AutoCloseable {

  /// Settings of a collection without documents.
  static final List<String> SETTINGS = List.of("settings/ttlSeconds", "settings/maxDistance");

  /// How long an answer about a job waits for its end.
  private static final int JOB_WAIT_SECONDS = 2;

  private static final int MATCHES = 20;

  private final List<URI> servers;
  private final String collection;
  private final Duration timeout;
  private final History history;
  private final HttpClient http;
  private final Map<String, String> jobs = new ConcurrentHashMap<>(); // as answered, by id

  /// A client of these instances.
  ///
  /// @param collection the beginning of the names of all collections
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
    return lookup(Kind.LOOKUP, server, "/duplicates", id, revision, text);
  }

  /// Looks up documents that quote a text that was stored under an id.
  Call passages(int server, String id, int revision, String text) {
    return lookup(Kind.PASSAGES, server, "/passages", id, revision, text);
  }

  private Call lookup(Kind kind, int server, String path, String id, int revision, String text) {
    String body = "{\"text\":" + Json.quote(text) + ",\"limit\":" + MATCHES + "}";
    return send(
        new Request(kind, server, "POST", path + "?collection=" + collection(id), body),
        id,
        revision);
  }

  /// Reads all documents of a collection as lines.
  Call list(int server, String name) {
    return send(
        new Request(Kind.LIST, server, "GET", "/documents?collection=" + collection(name), ""),
        name,
        0);
  }

  /// Reads a document, one of [#SETTINGS], or a [Kept].
  Call read(int server, String id) {
    Kept kept = Kept.of(id);
    String target =
        kept != null
            ? target(kept, id)
            : SETTINGS.contains(id) ? "/collections/" + collection(id) : document(id);
    return send(new Request(Kind.READ, server, "GET", target, ""), id, 0);
  }

  private String target(Kept kept, String id) {
    return switch (kept) {
      case JUDGEMENT -> "/collections/" + collection(id) + "/judgements?limit=1000";
      case MARK -> "/collections/" + collection(id) + "/boilerplate";
      case JOB -> "/jobs/" + jobs.get(id) + "?wait=" + JOB_WAIT_SECONDS;
    };
  }

  /// Stores a [Kept].
  Call keep(int server, String id, int value) {
    Kept kept = Objects.requireNonNull(Kept.of(id));
    String words = kept.words(id);
    String path = "/collections/" + collection(id);
    return switch (kept) {
      case JUDGEMENT -> {
        String[] pair = words.split(" ");
        String body =
            "{\"judgements\":[{\"a\":\"%s\",\"b\":\"%s\",\"duplicate\":true,\"weight\":%d}]}";
        yield keep(
            server, path + "/judgements", body.formatted(pair[0], pair[1], value), id, value);
      }
      case MARK ->
          keep(server, path + "/boilerplate", "{\"text\":" + Json.quote(words) + "}", id, value);
      case JOB ->
          keep(
              server,
              path + "/jobs",
              "{\"id\":" + Json.quote(words) + ",\"kind\":\"pairs\"}",
              id,
              value);
    };
  }

  private Call keep(int server, String target, String body, String id, int value) {
    return send(new Request(Kind.KEEP, server, "POST", target, body), id, value);
  }

  /// Stores documents as a stream, a line after the other.
  ///
  /// @param pauseMillis between the lines
  /// @return for each document the call that stores it, of those that were sent
  List<Call> stream(int server, List<Document> documents, int pauseMillis) {
    String name = documents.getFirst().id();
    long begun = history.now();
    List<Call> stored = new ArrayList<>();
    boolean whole;
    Result result = Result.DONE;
    try (LineStream stream =
        new LineStream(
            servers.get(server), "/documents?limit=0&collection=" + collection(name), timeout)) {
      List<Long> sent = Collections.synchronizedList(new ArrayList<>());
      LineStream.End end =
          stream.send(
              documents.stream().map(Document::line).toList(),
              pauseMillis,
              line -> sent.add(history.now()),
              (line, answer) ->
                  stored.add(stored(server, documents.get(line), sent.get(line), answer)));
      whole = stored.size() == documents.size();
      result = end == LineStream.End.IN_ORDER ? Result.DONE : Result.UNKNOWN;
      for (int i = stored.size(); i < sent.size(); i++) {
        stored.add(stored(server, documents.get(i), sent.get(i), null));
      }
    }
    history.add(
        new Call(
            server,
            Kind.STREAM,
            Call.collection(name),
            0,
            true,
            null,
            begun,
            history.now(),
            result,
            null,
            whole,
            List.of()));
    return stored;
  }

  /// @param answer null without one
  private Call stored(int server, Document document, long begun, @Nullable JsonNode answer) {
    boolean done = answer != null && !answer.path("outcome").asString("").isEmpty();
    Call call =
        new Call(
            server,
            Kind.STORE,
            document.id(),
            document.revision(),
            true,
            null,
            begun,
            history.now(),
            done ? Result.DONE : Result.UNKNOWN,
            done ? answer.path("position").asString(null) : null,
            true,
            List.of());
    history.add(call);
    return call;
  }

  /// A document of a stream.
  record Document(String id, int revision, String text) {

    private String line() {
      return "{\"id\":%s,\"text\":%s,\"metadata\":{\"revision\":%d}}"
          .formatted(Json.quote(Call.local(id)), Json.quote(text), revision);
    }
  }

  /// Changes one of [#SETTINGS].
  Call change(int server, String id, int value) {
    String body = "{" + Json.quote(Call.local(id)) + ":" + value + "}";
    return send(
        new Request(Kind.CHANGE, server, "PATCH", "/collections/" + collection(id), body),
        id,
        value);
  }

  /// Creates a collection, unless there is one.
  ///
  /// @param settings as JSON
  Call create(int server, String name, String settings) {
    return send(
        new Request(Kind.CREATE, server, "PUT", "/collections/" + collection(name), settings),
        name,
        0);
  }

  /// Deletes a collection.
  Call drop(int server, String name) {
    return send(
        new Request(Kind.DROP, server, "DELETE", "/collections/" + collection(name), ""), name, 0);
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }

  private String document(String id) {
    return "/documents/" + Call.local(id) + "?collection=" + collection(id);
  }

  /// The name of the collection of an id.
  String collection(String id) {
    return collection + "-" + Call.collection(id);
  }

  private record Request(Kind kind, int server, String method, String target, String body) {}

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
            answered.revision() == null ? revision : answered.revision(),
            read ? answered.enabled() : enabled,
            family,
            begun,
            history.now(),
            answered.result(),
            answered.position(),
            answered.whole(),
            answered.matches());
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
    if (request.kind == Kind.LIST) {
      builder.header("Accept", "application/x-ndjson");
    }
    try {
      HttpResponse<String> response = http.send(builder.build(), BodyHandlers.ofString());
      if (Kept.of(id) == Kept.JOB && request.kind == Kind.KEEP && response.statusCode() == 202) {
        jobs.put(id, Json.read(response.body()).path("id").asString());
      }
      return Answers.read(request.kind, id, response);
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
}
