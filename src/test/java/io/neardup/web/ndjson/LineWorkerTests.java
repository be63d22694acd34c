package io.neardup.web.ndjson;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.index.StopSignal;
import io.neardup.records.RecordCutter;
import io.neardup.records.RecordEnds;
import io.neardup.service.CallerQuota.Share;
import io.neardup.web.json.CallParameters;
import io.neardup.web.json.SourceFields;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.FairExecutor.Slot;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.problem.ProblemCounts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LineWorkerTests {

  private final List<@Nullable String> worked = new ArrayList<>();
  private final LineWorker<Named> worker =
      worker((line, slot) -> {
        worked.add(line.id());
        return line;
      });

  private record Named(@Nullable String id, @Nullable String ref) implements SourceFields {}

  @Test
  void worksOnAllLinesOfABatchAndJoinsTheirAnswers() throws IOException {
    assertThat(work(() -> false)).hasSize(1);
    assertThat(worked).containsExactly("a", "b", "c");
  }

  @Test
  void leavesTheRestOfABatchWhenTheStreamIsClosed() throws IOException {
    work(() -> worked.size() == 2);
    assertThat(worked).containsExactly("a", "b");
  }

  @Test
  void leavesTheRestOfABatchWhenItsAnswersAreLong() throws IOException {
    String ref = "x".repeat(3 << 20);
    LineWorker<Named> repeating = worker((line, slot) -> new Named(line.id(), ref));
    LineBatch batch = batch();
    try (FairExecutor executor = executor()) {
      for (int from = 0; from < 3; from++) {
        int first = from;
        LineWorker.Part part =
            executor
                .submit(
                    "caller",
                    "stream",
                    slot -> repeating.work(batch, first, slot, StopSignal.NEVER, () -> false))
                .join();
        assertThat(part.next()).isEqualTo(from + 1);
        assertThat(part.steps()).hasSize(1);
      }
    }
  }

  private List<LineWorker.Step> work(BooleanSupplier closed) throws IOException {
    LineBatch batch = batch();
    try (FairExecutor executor = executor()) {
      return executor
          .submit("caller", "stream", slot -> worker.work(batch, 0, slot, StopSignal.NEVER, closed))
          .join()
          .steps();
    }
  }

  private static FairExecutor executor() {
    return new FairExecutor(1, new Deadline.Limit(PATIENCE, System::nanoTime), System::nanoTime);
  }

  private static LineWorker<Named> worker(BiFunction<Named, Slot, Object> answer) {
    return new LineWorker<>(
        new JsonMapper(),
        new RequestRecords<>(
            new JsonMapper(),
            Named.class,
            new FieldMapping(Named.class, FileFields.OF_REQUEST, CallParameters.NONE, true),
            null),
        answer,
        new ProblemCounts(new SimpleMeterRegistry()));
  }

  private static LineBatch batch() throws IOException {
    String lines = "{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":\"c\"}\n";
    Share memory = RequestQuotas.of(1, 1 << 20, 1, 1).memory().open("a");
    LineReader reader =
        new LineReader(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
            1_000,
            memory,
            () -> false,
            RecordEnds.LINES);
    LineBatch batch = new LineBatch(memory);
    while (reader.next() == RecordCutter.Result.RECORD) {
      batch.add(reader);
    }
    return batch;
  }
}
