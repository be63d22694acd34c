package io.neardup.cluster.routing;

import io.neardup.cluster.relay.Call;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a request is about, judged by its address alone, so that forwarding needs no body.
sealed interface Subject {

  /// No collection and no job: any instance answers.
  record Anything() implements Subject {}

  /// One collection.
  record OfCollection(String name) implements Subject {}

  /// One job, whose id tells the collection.
  record OfJob(String id) implements Subject {}

  /// Several or all collections, or two documents: each owner answers for its own, and the answers
  /// are merged.
  record OfSeveral() implements Subject {}

  /// The subject of a request.
  static Subject of(Call call) {
    String method = call.method();
    String query = call.query();
    String[] parts = call.path().split("/", 4); // the first is empty
    String first = parts.length > 1 ? decoded(parts[1]) : "";
    String second = parts.length > 2 ? decoded(parts[2]) : "";
    return switch (first) {
      case "documents", "pairs", "groups" -> named(query);
      case "duplicates", "passages" -> {
        Subject named = named(query);
        yield named instanceof OfCollection(String names)
                && (names.indexOf(',') >= 0 || names.indexOf('*') >= 0)
            ? new OfSeveral()
            : named;
      }
      case "collections" -> second.isEmpty() ? listed(method) : new OfCollection(second);
      case "jobs" -> second.isEmpty() ? listed(method) : new OfJob(second);
      case "compare" -> new OfSeveral();
      default -> new Anything();
    };
  }

  /// POST calls that only read.
  Set<String> READS =
      Set.of(
          "/duplicates",
          "/passages",
          "/compare",
          "/peers/collections",
          "/peers/document",
          "/peers/jobs",
          "/peers/matches");

  /// Whether a request only reads.
  static boolean reads(Call call) {
    return call.method().equals("GET")
        || call.isHead()
        || call.method().equals("POST") && READS.contains(decoded(call.path()));
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part; // refused where the request is answered
    }
  }

  private static Subject listed(String method) {
    return method.equals("GET") || method.equals("HEAD") ? new OfSeveral() : new Anything();
  }

  private static Subject named(@Nullable String query) {
    String name = parameter(query, "collection");
    return new OfCollection(name == null ? "default" : name);
  }

  /// The first value of a parameter, null if there is none or it is malformed.
  private static @Nullable String parameter(@Nullable String query, String name) {
    if (query == null) {
      return null;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      try {
        if (equals > 0
            && URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8).equals(name)) {
          return URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        }
      } catch (IllegalArgumentException e) {
        return null; // refused where the request is answered
      }
    }
    return null;
  }
}
