package io.neardup.service.collection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Calls of several clients to one collection, with their answers and times. Searches an order of
/// the calls that explains all answers: one in which each call takes effect between its begin and
/// its end (linearizability; the search of Wing and Gong, 1993, which visits no state of the same
/// calls twice as by Lowe, 2017).
final class CollectionHistory {

  private final @Nullable Collection first;
  private final List<Step> steps = new ArrayList<>();

  /// @param first the collection before the first call, null if it does not exist
  CollectionHistory(@Nullable Collection first) {
    this.first = first;
  }

  enum Kind {
    CREATE,
    DROP,
    GET,
    DELETE,
    PUT,
    PUT_NEW,
    PUT_SKIP
  }

  /// @param value of the document, or the profile of a collection
  /// @param ifMatch a tag, null for no condition
  record Call(Kind kind, @Nullable String id, @Nullable String value, @Nullable String ifMatch) {}

  /// @param matches the ids of near-duplicates
  record Answer(
      String outcome,
      @Nullable String tag,
      @Nullable String value,
      @Nullable String profile,
      List<String> matches) {

    static final Answer ABSENT = of("absent");

    static Answer of(String outcome) {
      return new Answer(outcome, null, null, null, List.of());
    }
  }

  /// A call and its answer.
  record Step(Call call, Answer answer, long begin, long end) {}

  record Stored(String value, String tag) {}

  /// The state of a collection.
  record Collection(String profile, Map<String, Stored> documents) {

    Collection with(String id, String value, String tag) {
      Map<String, Stored> changed = new HashMap<>(documents);
      changed.put(id, new Stored(value, tag));
      return new Collection(profile, Map.copyOf(changed));
    }

    Collection without(String id) {
      Map<String, Stored> changed = new HashMap<>(documents);
      changed.remove(id);
      return new Collection(profile, Map.copyOf(changed));
    }

    /// The other documents with the same text.
    Set<String> near(String id, String text) {
      return documents.entrySet().stream()
          .filter(each -> !each.getKey().equals(id))
          .filter(each -> each.getValue().value.substring(1).charAt(0) == text.charAt(0))
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    }
  }

  void addAll(List<Step> some) {
    steps.addAll(some);
  }

  /// What a read of a document answers.
  static Answer read(@Nullable Collection state, String id) {
    if (state == null) {
      return Answer.of("no collection");
    }
    Stored stored = state.documents.get(id);
    return stored == null
        ? Answer.ABSENT
        : new Answer("found", stored.tag, stored.value, state.profile, List.of());
  }

  void requireExplained() {
    if (!isExplained()) {
      throw new AssertionError(
          "no order explains these answers, from "
              + first
              + ":\n"
              + steps.stream()
                  .sorted(Comparator.comparingLong(Step::begin))
                  .map(Step::toString)
                  .collect(Collectors.joining("\n")));
    }
  }

  boolean isExplained() {
    if (steps.size() >= Long.SIZE) {
      throw new IllegalArgumentException("a history has at most 63 calls");
    }
    return explains(0, first, new HashSet<>());
  }

  private record Visited(long done, @Nullable Collection state) {}

  private boolean explains(long done, @Nullable Collection state, Set<Visited> visited) {
    if (done == (1L << steps.size()) - 1) {
      return true;
    }
    if (!visited.add(new Visited(done, state))) {
      return false;
    }
    long firstEnd = Long.MAX_VALUE;
    for (int i = 0; i < steps.size(); i++) {
      if ((done & 1L << i) == 0) {
        firstEnd = Math.min(firstEnd, steps.get(i).end);
      }
    }
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if ((done & 1L << i) == 0 && step.begin < firstEnd) {
        Effect effect = effect(step, state);
        if (effect != null && explains(done | 1L << i, effect.after, visited)) {
          return true;
        }
      }
    }
    return false;
  }

  /// @param after the collection after the call, null if it does not exist
  private record Effect(@Nullable Collection after) {}

  /// The effect of a call if a state explains its answer, else null.
  private @Nullable Effect effect(Step step, @Nullable Collection state) {
    Call call = step.call;
    Answer answer = step.answer;
    if (answer.outcome.equals("superseded")) {
      return wasDeletedDuring(step) ? new Effect(state) : null;
    }
    if (call.kind == Kind.CREATE) {
      return created(call, answer, state);
    }
    if (state == null || answer.outcome.equals("no collection")) {
      boolean absent = state == null || wasReplacedDuring(step);
      return absent && answer.outcome.equals("no collection") ? new Effect(state) : null;
    }
    return switch (call.kind) {
      case CREATE -> throw new IllegalStateException();
      case DROP -> answer.outcome.equals("dropped") ? new Effect(null) : null;
      case GET -> answer.equals(read(state, String.valueOf(call.id))) ? new Effect(state) : null;
      case DELETE -> deleted(call, answer, state);
      case PUT, PUT_NEW, PUT_SKIP -> stored(call, answer, state);
    };
  }

  private static @Nullable Effect created(Call call, Answer answer, @Nullable Collection state) {
    Collection empty = new Collection(String.valueOf(call.value), Map.of());
    boolean same = state != null && state.profile.equals(call.value);
    return switch (answer.outcome) {
      case "created" ->
          state == null || !same && state.documents.isEmpty() ? new Effect(empty) : null;
      case "kept" -> same ? new Effect(state) : null;
      case "not empty" ->
          state != null && !same && !state.documents.isEmpty() ? new Effect(state) : null;
      default -> null;
    };
  }

  private static @Nullable Effect deleted(Call call, Answer answer, Collection state) {
    String id = String.valueOf(call.id);
    Stored present = state.documents.get(id);
    boolean holds = call.ifMatch == null || present != null && present.tag.equals(call.ifMatch);
    return switch (answer.outcome) {
      case "deleted" -> present != null && holds ? new Effect(state.without(id)) : null;
      case "absent" -> present == null && holds ? new Effect(state) : null;
      case "failed" -> holds ? null : new Effect(state);
      default -> null;
    };
  }

  private static @Nullable Effect stored(Call call, Answer answer, Collection state) {
    String id = String.valueOf(call.id);
    String value = String.valueOf(call.value);
    Stored present = state.documents.get(id);
    boolean holds =
        call.kind == Kind.PUT_NEW
            ? present == null
            : call.ifMatch == null || present != null && present.tag.equals(call.ifMatch);
    if (answer.outcome.equals("failed")) {
      return holds ? null : new Effect(state);
    }
    Set<String> near = state.near(id, value);
    if (answer.outcome.equals("skipped")) {
      boolean explained = !answer.matches.isEmpty() && near.containsAll(answer.matches);
      return call.kind == Kind.PUT_SKIP && explained ? new Effect(state) : null;
    }
    boolean expected = answer.outcome.equals(present == null ? "added" : "replaced");
    boolean skips = call.kind == Kind.PUT_SKIP && !near.isEmpty();
    return holds && expected && !skips && state.profile.equals(answer.profile)
        ? new Effect(state.with(id, '"' + value + '"', String.valueOf(answer.tag)))
        : null;
  }

  /// Whether the collection may have been given another profile while a call was under way: it is
  /// deleted and created, and absent in between.
  private boolean wasReplacedDuring(Step step) {
    return steps.stream()
        .filter(each -> each.answer.outcome.equals("created"))
        .anyMatch(each -> each.begin < step.end && each.end > step.begin);
  }

  /// Whether the collection was deleted, or given another profile, while a call was under way.
  private boolean wasDeletedDuring(Step step) {
    return steps.stream()
        .filter(
            each -> each.answer.outcome.equals("dropped") || each.answer.outcome.equals("created"))
        .anyMatch(each -> each.begin < step.end && each.end > step.begin);
  }
}
