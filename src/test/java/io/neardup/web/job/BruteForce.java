package io.neardup.web.job;

import io.neardup.simhash.Fingerprint;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What jobs must find, by a comparison of all documents.
final class BruteForce {

  private BruteForce() {}

  private static final List<String> RULES =
      List.of("first", "longest", "last", "rank:max", "rank:min,last", "central");

  /// The form of the fingerprints of a collection.
  ///
  /// @param maxDistance of the profile, up to which an allowed document allows others
  /// @param flips the number of bits that stand for one in a fingerprint of 64 bits
  record Shape(String profile, int bits, int maxDistance, int flips) {

    Fingerprint random(SplittableRandom random) {
      return Fingerprint.of(bits, random.longs(bits / 64).toArray());
    }

    /// Another fingerprint nearby.
    Fingerprint edited(Fingerprint centre, SplittableRandom random) {
      long[] words = IntStream.range(0, bits / 64).mapToLong(centre::word).toArray();
      for (int left = random.nextInt(6 * flips); left > 0; left--) {
        int bit = random.nextInt(bits);
        words[bit / 64] ^= 1L << bit % 64;
      }
      return Fingerprint.of(bits, words);
    }
  }

  static final Shape NARROW = new Shape("paper-v1", 64, 3, 1);
  static final Shape WIDE = new Shape("simhash-256-v1", 256, 54, 9);

  /// A document as the service has stored it.
  ///
  /// @param offset of its revision in the log
  record Stored(
      String id,
      Fingerprint fingerprint,
      Instant created,
      Instant updated,
      long offset,
      JsonNode metadata,
      boolean enabled,
      boolean allowed) {

    int distance(Stored other) {
      return fingerprint.distance(other.fingerprint);
    }

    boolean passes(Request request) {
      return request.lang.isEmpty() || metadata.get("lang").asString().equals(request.lang);
    }

    /// Whether an allowed document is near.
    boolean isAllowedBy(List<Stored> all, Shape shape) {
      return all.stream()
          .anyMatch(each -> each.enabled && each.allowed && distance(each) <= shape.maxDistance);
    }
  }

  /// @param lang null for no filter
  /// @param rule null for the default
  record Request(int maxDistance, String lang, boolean components, String rule, boolean isDefault) {

    static Request random(SplittableRandom random, int flips) {
      boolean components = random.nextInt(3) == 0;
      String rule = RULES.get(random.nextInt(components ? RULES.size() - 1 : RULES.size()));
      boolean isDefault = rule.equals(components ? "first" : "central") && random.nextBoolean();
      return new Request(
          random.nextInt(7) * flips,
          random.nextInt(3) == 0 ? "de" : "",
          components,
          rule,
          isDefault);
    }

    String body(String kind) {
      StringBuilder body =
          new StringBuilder("{\"kind\":\"" + kind + "\",\"recall\":\"exact\"")
              .append(",\"maxDistance\":" + maxDistance);
      if (!lang.isEmpty()) {
        body.append(",\"filter\":[\"lang:").append(lang).append("\"]");
      }
      if (kind.equals("compare-with")) {
        body.append(",\"with\":\"other\"");
      } else if (!kind.equals("pairs")) {
        if (components) {
          body.append(",\"by\":\"components\"");
        }
        if (!isDefault) {
          body.append(",\"survivor\":\"").append(rule).append('"');
        }
      }
      return body.append('}').toString();
    }

    /// A comparison that lists what can be disabled.
    String cleanUp() {
      return body("compare-with").replace("\"with\"", "\"action\":\"disable\",\"with\"");
    }

    /// The same without the filter.
    Request ofAll() {
      return new Request(maxDistance, "", components, rule, isDefault);
    }

    /// The document to keep first; features are unknown, since fingerprints were stored.
    Comparator<Stored> preference() {
      Comparator<Stored> first =
          Comparator.comparing(Stored::created).thenComparing(Stored::offset);
      Comparator<Stored> last =
          Comparator.comparing(Stored::updated).thenComparing(Stored::offset).reversed();
      return switch (rule) {
        case "last" -> last.thenComparing(first);
        case "rank:max" -> byRank(Comparator.reverseOrder()).thenComparing(first);
        case "rank:min,last" ->
            byRank(Comparator.naturalOrder()).thenComparing(last).thenComparing(first);
        default -> first;
      };
    }

    private static Comparator<Stored> byRank(Comparator<BigDecimal> order) {
      return Comparator.comparing(
          each -> each.metadata.has("rank") ? each.metadata.get("rank").decimalValue() : null,
          Comparator.nullsLast(order));
    }
  }

  /// The documents that a job joins.
  static List<Stored> joined(List<Stored> all, Request request, Shape shape) {
    return all.stream()
        .filter(each -> each.enabled && !each.allowed && !each.isAllowedBy(all, shape))
        .filter(each -> each.passes(request))
        .toList();
  }

  static List<String> expectedPairs(List<Stored> documents, int maxDistance) {
    List<String> pairs = new ArrayList<>();
    for (Stored a : documents) {
      for (Stored b : documents) {
        if (a.id.compareTo(b.id) < 0 && a.distance(b) <= maxDistance) {
          pairs.add(a.id + " " + b.id + " " + a.distance(b));
        }
      }
    }
    return pairs;
  }

  static List<List<String>> expectedGroups(List<Stored> documents, Request request) {
    List<List<Stored>> groups =
        request.components ? components(documents, request) : stars(documents, request);
    return groups.stream()
        .filter(group -> group.size() > 1)
        .sorted(
            Comparator.<List<Stored>>comparingInt(List::size)
                .reversed()
                .thenComparing(group -> group.getFirst().id))
        .map(group -> group.stream().map(Stored::id).toList())
        .toList();
  }

  private static List<List<Stored>> components(List<Stored> documents, Request request) {
    List<List<Stored>> groups = new ArrayList<>();
    TreeSet<String> seen = new TreeSet<>();
    for (Stored start : documents) {
      if (seen.add(start.id)) {
        List<Stored> group = new ArrayList<>(List.of(start));
        for (int i = 0; i < group.size(); i++) {
          for (Stored each : documents) {
            if (each.distance(group.get(i)) <= request.maxDistance && seen.add(each.id)) {
              group.add(each);
            }
          }
        }
        groups.add(ordered(group.stream().min(request.preference()).orElseThrow(), group));
      }
    }
    return groups;
  }

  private static List<List<Stored>> stars(List<Stored> documents, Request request) {
    Comparator<Stored> order = request.preference();
    if (request.rule.equals("central")) {
      Map<String, Long> degrees =
          documents.stream()
              .collect(
                  Collectors.toMap(
                      Stored::id,
                      each ->
                          documents.stream()
                              .filter(other -> each.distance(other) <= request.maxDistance)
                              .count()));
      order =
          Comparator.<Stored, Long>comparing(each -> degrees.get(each.id))
              .reversed()
              .thenComparing(order);
    }
    TreeMap<String, Stored> left = new TreeMap<>();
    documents.forEach(each -> left.put(each.id, each));
    List<List<Stored>> groups = new ArrayList<>();
    for (Stored centre : documents.stream().sorted(order).toList()) {
      if (left.containsKey(centre.id)) {
        List<Stored> group =
            left.values().stream()
                .filter(each -> each.distance(centre) <= request.maxDistance)
                .toList();
        group.forEach(each -> left.remove(each.id));
        groups.add(ordered(centre, group));
      }
    }
    return groups;
  }

  private static List<Stored> ordered(Stored survivor, List<Stored> group) {
    return Stream.concat(
            Stream.of(survivor),
            group.stream()
                .filter(each -> !each.equals(survivor))
                .sorted(
                    Comparator.<Stored>comparingInt(survivor::distance).thenComparing(Stored::id)))
        .toList();
  }

  static long beyond(List<List<String>> groups, List<Stored> documents, int maxDistance) {
    Map<String, Stored> byId =
        documents.stream().collect(Collectors.toMap(Stored::id, each -> each));
    return groups.stream()
        .flatMap(
            group -> group.stream().map(id -> byId.get(id).distance(byId.get(group.getFirst()))))
        .filter(distance -> distance > maxDistance)
        .count();
  }
}
