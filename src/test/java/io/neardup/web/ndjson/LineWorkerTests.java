package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.CallerQuota.Share;
import io.neardup.web.json.Referenced;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.problem.ProblemCounts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Work on lines stops where it is told to, and goes on there.
class LineWorkerTests {

  private final List<@Nullable String> worked = new ArrayList<>();
  private final LineWorker<Named> worker =
      new LineWorker<>(
          new JsonMapper(),
          new JsonRecords<>(new JsonMapper(), Named.class, FileFields.OF_REQUEST),
          line -> {
            worked.add(line.id());
            return line;
          },
          new ProblemCounts());

  private record Named(@Nullable String id, @Nullable String ref) implements Referenced {}

  @Test
  void restOfABatchWaitsUntilItIsResumed() throws IOException {
    LineBatch batch = batch();
    LineWorker.BatchOutcome outcome = new LineWorker.BatchOutcome();
    assertThat(worker.work(batch, outcome, () -> worked.size() < 2)).isFalse();
    assertThat(worked).containsExactly("a", "b");
    assertThat(worker.work(batch, outcome, () -> true)).isTrue();
    assertThat(worked).containsExactly("a", "b", "c");
    assertThat(outcome.steps()).hasSize(1); // all answers, side by side
  }

  @Test
  void allLinesOfABatchAreProcessed() throws IOException {
    assertThat(worker.work(batch(), new LineWorker.BatchOutcome(), () -> true)).isTrue();
    assertThat(worked).containsExactly("a", "b", "c");
  }

  private static LineBatch batch() throws IOException {
    String lines = "{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":\"c\"}\n";
    Share memory = RequestQuotas.of(1, 1 << 20, 1).memory().open("a");
    LineReader reader =
        new LineReader(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), 1_000, memory);
    LineBatch batch = new LineBatch(memory);
    while (reader.next() == LineReader.Result.LINE) {
      batch.add(reader);
    }
    return batch;
  }
}
