package io.neardup.cluster.check;

import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Match;
import io.neardup.cluster.check.Call.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Checks a history against what the service promises:
///
/// - A lookup, at any instance, lists every document whose write was answered before it began,
///   unless the document was replaced, deleted or disabled meanwhile, and none that was replaced,
///   deleted or disabled before it began. So does a list of all documents that ends in order,
///   disabled ones included.
/// - What a read has shown, at any instance, no later read takes back ([Inversions]).
/// - After the end every document has the text and the verdict of the last acknowledged write; if
///   writes were concurrent, those of any of them. Judgements and marks likewise. A job whose start
///   was answered is there, and is done in the end.
/// - A stream whose answer ends in order has an answer to each line.
/// - Of each family of near-duplicates exactly one document is stored.
/// - No change of a setting is lost: each later change answers with it.
/// - A collection that was created is there for every call, and has no documents of a former one.
///   One that was deleted takes none.
///
/// Text and verdict of each document are a [Register] each. Deleting a document resets its verdict,
/// and so does storing it again, since no two texts of a document are near-duplicates.
final class HistoryChecker {

  private static final int ABSENT = 0;

  private final List<Call> calls;
  private final Map<String, Register<Integer>> texts = new HashMap<>();
  private final Map<String, Register<Boolean>> verdicts = new HashMap<>();

  /// Whether there is a collection, of those that are created and deleted.
  private final Map<String, Register<Boolean>> collections = new HashMap<>();

  private final List<Violation> violations = new ArrayList<>();

  private HistoryChecker(List<Call> calls) {
    this.calls = calls;
  }

  /// All violations in a history that ends with a read of every document; empty if there are none.
  static List<Violation> check(List<Call> calls) {
    HistoryChecker checker = new HistoryChecker(calls);
    checker.collectWrites();
    calls.forEach(checker::checkAnswer);
    checker.checkReads();
    checker.checkFamilies();
    if (checker.violations.isEmpty()) { // else they are of the same calls
      Inversions.of(calls)
          .forEach((call, explanation) -> checker.violate(Violation.Kind.STALE, call, explanation));
    }
    return checker.violations;
  }

  private void collectWrites() {
    for (Call call : calls) {
      if (call.kind().isOfCollection()) {
        if (call.mayBeDone() || isCreatedInVain(call)) {
          exists(call.id()).write(call.kind() == Kind.CREATE, call);
        }
        continue;
      }
      Register<Integer> text = text(call.id());
      Register<Boolean> verdict = verdict(call.id());
      if (call.mayHaveWritten()) {
        switch (call.kind()) {
          case STORE -> {
            text.write(call.revision(), call);
            verdict.write(true, call);
          }
          case VERDICT -> verdict.write(call.enabled(), call);
          case DELETE -> {
            text.write(ABSENT, call);
            verdict.write(true, call);
          }
          case CHANGE, KEEP -> text.write(call.revision(), call);
          case LOOKUP, PASSAGES, LIST, READ, STREAM, CREATE, DROP ->
              throw new IllegalStateException("no write: " + call);
        }
      }
    }
    calls.stream()
        .filter(call -> call.kind() == Kind.DROP && call.mayBeDone())
        .forEach(drop ->
            texts.forEach((id, text) -> {
              if (id.startsWith(drop.id() + "/")) {
                text.write(ABSENT, drop);
                verdict(id).write(true, drop);
              }
            }));
  }

  private void checkAnswer(Call call) {
    if (!checkCollection(call)) {
      return;
    }
    switch (call.kind()) {
      case VERDICT, DELETE -> {
        if (call.result() == Result.MISSING && !text(call.id()).seen(call).contains(ABSENT)) {
          violate(Violation.Kind.LOST_WRITE, call, "the document was not found");
        }
      }
      case LOOKUP, PASSAGES -> {
        if (call.result() == Result.DONE) {
          checkLookup(call);
        }
      }
      case LIST -> {
        if (call.result() == Result.DONE) {
          checkList(call);
        }
      }
      case STREAM -> {
        if (call.result() == Result.DONE && !call.whole()) {
          violate(Violation.Kind.CUT, call, "it ends in order without an answer to each line");
        }
      }
      case READ -> {
        if (call.result() == Result.DONE) {
          checkRead(call);
        }
      }
      case CHANGE -> {
        for (Match setting : call.matches()) {
          if (!text(setting.id()).seen(call).contains(setting.revision())) {
            violate(Violation.Kind.LOST_WRITE, call, setting + " lacks an earlier change");
          }
        }
      }
      case STORE, KEEP, CREATE, DROP -> {
        // Shows no earlier write.
      }
    }
  }

  /// Checks whether the collection was there, and says whether the answer shows more: it may be of
  /// another collection of the name, and lookups find documents for a second after a deletion.
  private boolean checkCollection(Call call) {
    String name = Call.collection(call.id());
    if (!collections.containsKey(name)) {
      return true;
    }
    Set<Boolean> possible = exists(name).seen(call);
    if (call.kind() == Kind.VERDICT || call.kind() == Kind.DELETE || call.kind() == Kind.KEEP) {
      // A document may be missing, not the collection.
      return possible.equals(Set.of(true));
    }
    boolean missing = call.result() == Result.MISSING;
    boolean changed = call.mayHaveWritten() || call.kind() == Kind.DROP;
    if (missing
        && (call.kind() == Kind.CREATE ? !isCreatedInVain(call) : !possible.contains(false))) {
      violate(Violation.Kind.COLLECTION, call, "the collection was not found");
    } else if (call.result() == Result.DONE && changed && !possible.contains(true)) {
      violate(Violation.Kind.COLLECTION, call, "the collection was deleted");
    }
    return possible.equals(Set.of(true)) && !missing;
  }

  /// Whether a collection is created and missing, as it is deleted before the answer.
  private boolean isCreatedInVain(Call call) {
    return call.kind() == Kind.CREATE
        && call.result() == Result.MISSING
        && calls.stream()
            .anyMatch(drop ->
                drop.kind() == Kind.DROP
                    && drop.id().equals(call.id())
                    && drop.mayBeDone()
                    && drop.begun() < call.answered()
                    && (drop.result() == Result.UNKNOWN || drop.answered() > call.begun()));
  }

  private void checkLookup(Call call) {
    for (Match match : call.matches()) {
      if (isStored(call, match) && !verdict(match.id()).seen(call).contains(true)) {
        violate(Violation.Kind.STALE, call, match + " was disabled");
      }
    }
    if (text(call.id()).seen(call).equals(Set.of(call.revision()))
        && verdict(call.id()).seen(call).equals(Set.of(true))
        && call.matches().stream().noneMatch(match -> match.id().equals(call.id()))) {
      violate(Violation.Kind.MISSED, call, "a lookup misses its document");
    }
  }

  private void checkList(Call call) {
    Set<String> listed = new HashSet<>();
    for (Match match : call.matches()) {
      listed.add(match.id());
      var _ = isStored(call, match);
    }
    texts.forEach((id, text) -> {
      if (Call.collection(id).equals(call.id())
          && Call.Kept.of(id) == null
          && !listed.contains(id)
          && !text.seen(call).contains(ABSENT)) {
        violate(Violation.Kind.MISSED, call, "a list misses " + id);
      }
    });
  }

  /// Whether a match may have been stored then; otherwise it is a violation.
  private boolean isStored(Call call, Match match) {
    if (!texts.containsKey(match.id())) {
      violate(Violation.Kind.INVENTED, call, "nobody stored " + match);
    } else if (!text(match.id()).seen(call).contains(match.revision())) {
      violate(
          Violation.Kind.STALE, call, match + " was not stored: " + text(match.id()).seen(call));
    } else {
      return true;
    }
    return false;
  }

  private void checkRead(Call call) {
    if (Call.Kept.of(call.id()) == Call.Kept.JOB && call.revision() == Call.Kept.FAILED) {
      violate(Violation.Kind.JOB, call, "the job has failed");
      return;
    }
    Set<Integer> possible = text(call.id()).seen(call);
    if (!possible.contains(call.revision())) {
      boolean deleted = possible.equals(Set.of(ABSENT));
      violate(
          deleted ? Violation.Kind.RESURRECTED : Violation.Kind.LOST_WRITE,
          call,
          "revision " + call.revision() + " is stored, not " + possible);
    } else if (call.revision() != ABSENT
        && !verdict(call.id()).seen(call).contains(call.enabled())) {
      violate(Violation.Kind.WRONG_VERDICT, call, "enabled is " + call.enabled());
    }
  }

  /// Every document is read after the last answer to a write of it, and every job that was started
  /// is read as done.
  private void checkReads() {
    Map<String, Long> read = new HashMap<>();
    for (Call call : calls) {
      if (call.kind() == Kind.READ && call.result() == Result.DONE && call.whole()) {
        read.merge(call.id(), call.begun(), Math::max);
      }
    }
    Map<String, Call> last = new TreeMap<>();
    for (Call call : calls) {
      if (call.mayHaveWritten()
          && (Call.Kept.of(call.id()) != Call.Kept.JOB || call.result() == Result.DONE)) {
        last.merge(call.id(), call, (a, b) -> a.answered() > b.answered() ? a : b);
      }
    }
    last.forEach((id, call) -> {
      if (read.getOrDefault(id, Long.MIN_VALUE) < call.answered()) {
        violate(Violation.Kind.NOT_READ, call, "not read after its last write");
      }
    });
  }

  private void checkFamilies() {
    Map<String, List<Call>> families = new TreeMap<>();
    for (Call call : calls) {
      if (call.family() != null && call.kind() == Kind.STORE) {
        families.computeIfAbsent(call.family(), family -> new ArrayList<>()).add(call);
      }
    }
    Map<String, Call> reads = new HashMap<>();
    for (Call call : calls) {
      if (call.kind() == Kind.READ && call.result() == Result.DONE) {
        reads.merge(call.id(), call, (a, b) -> a.begun() > b.begun() ? a : b);
      }
    }
    families.values().forEach(family -> checkFamily(family, reads));
  }

  private void checkFamily(List<Call> family, Map<String, Call> reads) {
    Set<String> stored = new TreeSet<>();
    for (Call call : family) {
      Call read = reads.get(call.id());
      if (read != null && read.revision() != ABSENT) {
        stored.add(call.id());
      }
    }
    boolean answered =
        family.stream()
            .anyMatch(call -> call.result() == Result.DONE || call.result() == Result.SKIPPED);
    if (stored.size() > 1 || (answered && stored.isEmpty())) {
      violate(Violation.Kind.FAMILY, family.getFirst(), "stored of its family: " + stored);
    }
  }

  private Register<Integer> text(String id) {
    return texts.computeIfAbsent(id, any -> new Register<>(ABSENT));
  }

  private Register<Boolean> verdict(String id) {
    return verdicts.computeIfAbsent(id, any -> new Register<>(true));
  }

  private Register<Boolean> exists(String name) {
    return collections.computeIfAbsent(name, any -> new Register<>(false));
  }

  private void violate(Violation.Kind kind, Call call, String explanation) {
    violations.add(new Violation(kind, call, explanation));
  }
}
