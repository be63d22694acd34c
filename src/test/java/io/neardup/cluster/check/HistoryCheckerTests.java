package io.neardup.cluster.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.check.Call.Kept;
import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Match;
import io.neardup.cluster.check.Call.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The checker detects planted faults, and accepts every legal outcome of concurrent calls.
class HistoryCheckerTests {

  private static final String ID = "doc";
  private static final long END = 1_000;

  private final List<Call> calls = new ArrayList<>();

  @Test
  void acceptsCallsOneAfterTheOther() {
    store(1, 10, 20);
    lookup(1, 30, 40, new Match(ID, 1));
    verdict(false, 50, 60, Result.DONE);
    lookup(1, 70, 80);
    store(2, 90, 100);
    lookup(2, 102, 104, new Match(ID, 2));
    verdict(true, 106, 108, Result.DONE);
    lookup(1, 110, 120);
    lookup(2, 130, 140, new Match(ID, 2));
    delete(150, 160, Result.DONE);
    verdict(true, 162, 164, Result.MISSING);
    lookup(2, 170, 180);
    store(3, 190, 200);
    read(3, true, END);

    assertThat(violations()).isEmpty();
  }

  @Test
  void detectsLostWrite() {
    store(1, 10, 20);
    read(0, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void detectsLostReplacement() {
    store(1, 10, 20);
    store(2, 30, 40);
    read(1, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void detectsLostWriteByARefusedVerdict() {
    store(1, 10, 20);
    verdict(false, 30, 40, Result.MISSING);
    read(1, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void detectsLookupThatMissesADocument() {
    store(1, 10, 20);
    lookup(1, 30, 40);
    read(1, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.MISSED);
  }

  @Test
  void acceptsLookupDuringTheWrite() {
    store(1, 10, 40);
    lookup(1, 20, 30);
    lookup(1, 20, 30, new Match(ID, 1));
    lookup(1, 30, 50);
    read(1, true, END);

    assertThat(violations()).isEmpty();
  }

  @Test
  void detectsDeletedAndReplacedTextsInLookups() {
    store(1, 10, 20);
    store(2, 30, 40);
    lookup(1, 50, 60, new Match(ID, 1));
    delete(70, 80, Result.DONE);
    lookup(2, 90, 100, new Match(ID, 2));
    read(0, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.STALE, Violation.Kind.STALE);
  }

  @Test
  void detectsDisabledDocumentInLookup() {
    store(1, 10, 20);
    verdict(false, 30, 40, Result.DONE);
    lookup(1, 50, 60, new Match(ID, 1));
    read(1, false, END);

    assertThat(violations()).containsExactly(Violation.Kind.STALE);
  }

  @Test
  void detectsInventedDocument() {
    store(1, 10, 20);
    lookup(1, 50, 60, new Match(ID, 1), new Match("other", 7));
    read(1, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.INVENTED);
  }

  @Test
  void detectsResurrectedDelete() {
    store(1, 10, 20);
    delete(30, 40, Result.DONE);
    read(1, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.RESURRECTED);
  }

  @Test
  void detectsLostVerdict() {
    store(1, 10, 20);
    verdict(false, 30, 40, Result.DONE);
    read(1, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.WRONG_VERDICT);
  }

  @Test
  void deletingResetsTheVerdictAndSoDoesAnotherText() {
    store(1, 10, 20);
    verdict(false, 30, 40, Result.DONE);
    store(2, 50, 60);
    read(2, true, 65);
    verdict(false, 66, 68, Result.DONE);
    delete(70, 80, Result.DONE);
    store(3, 90, 100);
    read(3, true, END);
    assertThat(violations()).isEmpty();

    read(3, false, END + 1);
    assertThat(violations()).containsExactly(Violation.Kind.WRONG_VERDICT);
  }

  @Test
  void acceptsEitherOfConcurrentWrites() {
    store(1, 10, 40);
    store(2, 20, 30);
    read(2, true, END);
    assertThat(violations()).isEmpty();

    read(0, true, END);
    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void acceptsAnyEffectOfAWriteWithoutAnswer() {
    store(1, 10, 20);
    call(Kind.STORE, ID, 2, null, 30, 40, Result.UNKNOWN);
    read(1, true, 50);
    lookup(1, 60, 70, new Match(ID, 1));
    lookup(1, 60, 70);
    read(2, true, END);
    assertThat(violations()).isEmpty();

    read(0, true, END);
    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void detectsEffectOfARefusedWrite() {
    store(1, 10, 20);
    call(Kind.STORE, ID, 2, null, 30, 40, Result.REFUSED);
    read(2, true, END);

    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void requiresAReadAfterTheLastWrite() {
    store(1, 10, 20);
    assertThat(violations()).containsExactly(Violation.Kind.NOT_READ);

    read(1, true, 15);
    assertThat(violations()).containsExactly(Violation.Kind.NOT_READ);

    read(1, true, 25);
    assertThat(violations()).isEmpty();
  }

  @Test
  void acceptsOneOfAFamily() {
    family("a", 1, Result.DONE);
    family("b", 2, Result.SKIPPED);
    family("c", 3, Result.UNKNOWN);
    readOf("a", 1);
    readOf("b", 0);
    readOf("c", 0);

    assertThat(violations()).isEmpty();
  }

  @Test
  void acceptsTheMemberWithoutAnswerOfAFamily() {
    family("a", 1, Result.UNKNOWN);
    family("b", 2, Result.SKIPPED);
    readOf("a", 1);
    readOf("b", 0);

    assertThat(violations()).isEmpty();
  }

  @Test
  void detectsTwoOfAFamily() {
    family("a", 1, Result.DONE);
    family("b", 2, Result.UNKNOWN);
    readOf("a", 1);
    readOf("b", 2);

    assertThat(violations()).containsExactly(Violation.Kind.FAMILY);
  }

  @Test
  void detectsNoneOfAFamily() {
    family("a", 1, Result.SKIPPED);
    family("b", 2, Result.UNKNOWN);
    readOf("a", 0);
    readOf("b", 0);

    assertThat(violations()).containsExactly(Violation.Kind.FAMILY);
  }

  @Test
  void acceptsSettingsThatAreAllChanged() {
    change("settings/a", 1, 10, new Match("settings/a", 1), new Match("settings/b", 0));
    change("settings/b", 2, 30, new Match("settings/a", 1), new Match("settings/b", 2));
    readOf("settings/a", 1);
    readOf("settings/b", 2);

    assertThat(violations()).isEmpty();
  }

  @Test
  void detectsALostSetting() {
    change("settings/a", 1, 10, new Match("settings/a", 1), new Match("settings/b", 0));
    change("settings/b", 2, 30, new Match("settings/a", 0), new Match("settings/b", 2));
    readOf("settings/a", 0);
    readOf("settings/b", 2);

    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE, Violation.Kind.LOST_WRITE);
  }

  @Test
  void acceptsCollectionsThatAreCreatedAgain() {
    collection(Kind.DROP, 1, Result.MISSING);
    collection(Kind.CREATE, 10, Result.DONE);
    call(Kind.STORE, "c/d", 1, null, 20, 21, Result.DONE);
    collection(Kind.DROP, 30, Result.DONE);
    lookupOf("c/d", 40, Result.DONE, new Match("c/d", 1));
    lookupOf("c/d", 40, Result.MISSING);
    call(Kind.STORE, "c/e", 2, null, 42, 43, Result.MISSING);
    collection(Kind.CREATE, 50, Result.DONE);
    lookupOf("c/d", 60, Result.DONE);
    readOf("c/d", 0);

    assertThat(violations()).isEmpty();
  }

  @Test
  void detectsACollectionThatIsNotThere() {
    collection(Kind.CREATE, 10, Result.DONE);
    call(Kind.STORE, "c/d", 1, null, 20, 21, Result.MISSING);
    lookupOf("c/d", 20, Result.MISSING);
    collection(Kind.DROP, 30, Result.MISSING);
    collection(Kind.CREATE, 40, Result.MISSING);

    assertThat(violations()).hasSize(4).allMatch(Violation.Kind.COLLECTION::equals);
  }

  @Test
  void acceptsACollectionThatIsDeletedBeforeItsCreationIsAnswered() {
    call(Kind.CREATE, "c", 0, null, 10, 40, Result.MISSING);
    collection(Kind.DROP, 20, Result.DONE);
    collection(Kind.DROP, 50, Result.MISSING);

    assertThat(violations()).isEmpty();
  }

  @Test
  void detectsADeletedCollection() {
    collection(Kind.CREATE, 10, Result.DONE);
    collection(Kind.DROP, 20, Result.DONE);
    call(Kind.STORE, "c/d", 1, null, 30, 31, Result.DONE);
    readOf("c/d", 0);

    assertThat(violations()).containsExactly(Violation.Kind.COLLECTION);
  }

  @Test
  void detectsDocumentsOfAFormerCollection() {
    collection(Kind.CREATE, 10, Result.DONE);
    call(Kind.STORE, "c/d", 1, null, 20, 21, Result.DONE);
    collection(Kind.DROP, 30, Result.DONE);
    collection(Kind.CREATE, 40, Result.DONE);
    lookupOf("c/d", 50, Result.DONE, new Match("c/d", 1));
    readOf("c/d", 1);

    assertThat(violations()).containsExactly(Violation.Kind.STALE, Violation.Kind.RESURRECTED);
  }

  @Test
  void detectsAReadThatTakesBackWhatAnotherHasShown() {
    store(1, 10, 20);
    store(2, 30, 90);
    read(2, true, 40);
    read(2, true, END);
    assertThat(violations()).isEmpty();

    lookup(1, 50, 60, new Match(ID, 1));
    assertThat(violations()).containsExactly(Violation.Kind.STALE);
  }

  @Test
  void acceptsReadsOfConcurrentWritesInOneOrder() {
    store(1, 10, 50);
    store(2, 10, 50);
    read(1, true, 20);
    read(2, true, 30);
    read(2, true, END);
    assertThat(violations()).isEmpty();

    read(1, true, 40);
    assertThat(violations()).containsExactly(Violation.Kind.STALE);
  }

  @Test
  void detectsAListThatMissesADocument() {
    call(Kind.STORE, "c/d", 1, null, 10, 20, Result.DONE);
    call(Kind.STORE, "c/e", 2, null, 10, 60, Result.DONE);
    answered(Kind.LIST, "c", 0, 30, Result.DONE, new Match("c/d", 1));
    readOf("c/d", 1);
    readOf("c/e", 2);
    assertThat(violations()).isEmpty();

    answered(Kind.LIST, "c", 0, 70, Result.DONE, new Match("c/e", 2));
    answered(Kind.LIST, "c", 0, 70, Result.UNKNOWN, new Match("c/e", 2));
    assertThat(violations()).containsExactly(Violation.Kind.MISSED);
  }

  @Test
  void detectsLostJudgementsAndMarks() {
    String judged = Kept.JUDGEMENT.id("c", "a b");
    call(Kind.KEEP, judged, 7, null, 10, 20, Result.DONE);
    call(Kind.KEEP, judged, 8, null, 30, 40, Result.DONE);
    readOf(judged, 8);
    assertThat(violations()).isEmpty();

    readOf(judged, 7);
    assertThat(violations()).containsExactly(Violation.Kind.LOST_WRITE);
  }

  @Test
  void aJobIsThereAndIsDoneInTheEnd() {
    String job = Kept.JOB.id("c", "job1");
    call(Kind.KEEP, job, 1, null, 10, 20, Result.DONE);
    assertThat(violations()).containsExactly(Violation.Kind.NOT_READ);

    readOf(job, 1);
    assertThat(violations()).isEmpty();

    readOf(job, Kept.FAILED);
    readOf(job, 0);
    assertThat(violations()).containsExactly(Violation.Kind.JOB, Violation.Kind.LOST_WRITE);
  }

  @Test
  void detectsAStreamThatEndsInOrderWithoutAllAnswers() {
    stream(Result.UNKNOWN, false);
    stream(Result.DONE, true);
    assertThat(violations()).isEmpty();

    stream(Result.DONE, false);
    assertThat(violations()).containsExactly(Violation.Kind.CUT);
  }

  private void stream(Result result, boolean whole) {
    calls.add(new Call(0, Kind.STREAM, "c", 0, true, null, 10, 20, result, null, whole, List.of()));
  }

  @Test
  void historyReadsWhatItWrote(@TempDir Path folder) throws Exception {
    store(1, 10, 20);
    lookup(1, 30, 40, new Match(ID, 1), new Match("other", 7));
    family("a", 3, Result.UNKNOWN);
    Path file = folder.resolve("history.jsonl");
    try (History history = new History(file)) {
      calls.forEach(history::add);
      assertThat(history.calls()).isEqualTo(calls);
    }

    assertThat(History.read(file)).isEqualTo(calls);
  }

  private List<Violation.Kind> violations() {
    return HistoryChecker.check(calls).stream().map(Violation::kind).toList();
  }

  private void store(int revision, long begun, long answered) {
    call(Kind.STORE, ID, revision, null, begun, answered, Result.DONE);
  }

  private void delete(long begun, long answered, Result result) {
    call(Kind.DELETE, ID, 0, null, begun, answered, result);
  }

  private void verdict(boolean enabled, long begun, long answered, Result result) {
    calls.add(
        new Call(
            0, Kind.VERDICT, ID, 0, enabled, null, begun, answered, result, null, true, List.of()));
  }

  private void family(String id, int revision, Result result) {
    call(Kind.STORE, id, revision, "family", 10, 20, result);
  }

  private void read(int revision, boolean enabled, long at) {
    calls.add(
        new Call(
            0, Kind.READ, ID, revision, enabled, null, at, at, Result.DONE, null, true, List.of()));
  }

  private void readOf(String id, int revision) {
    call(Kind.READ, id, revision, null, END, END, Result.DONE);
  }

  private void collection(Kind kind, long at, Result result) {
    call(kind, "c", 0, null, at, at + 1, result);
  }

  private void change(String id, int value, long at, Match... settings) {
    answered(Kind.CHANGE, id, value, at, Result.DONE, settings);
  }

  private void lookupOf(String id, long at, Result result, Match... matches) {
    answered(Kind.LOOKUP, id, 1, at, result, matches);
  }

  private void answered(
      Kind kind, String id, int revision, long at, Result result, Match... matches) {
    calls.add(
        new Call(
            0, kind, id, revision, true, null, at, at + 1, result, null, true, List.of(matches)));
  }

  private void lookup(int revision, long begun, long answered, Match... matches) {
    calls.add(
        new Call(
            0,
            Kind.LOOKUP,
            ID,
            revision,
            true,
            null,
            begun,
            answered,
            Result.DONE,
            null,
            true,
            List.of(matches)));
  }

  private void call(
      Kind kind,
      String id,
      int revision,
      @Nullable String family,
      long begun,
      long answered,
      Result result) {
    calls.add(
        new Call(
            0,
            kind,
            id,
            revision,
            true,
            family,
            begun,
            answered,
            result,
            result == Result.DONE ? "7-1024" : null,
            true,
            List.of()));
  }
}
