package io.neardup.web.ndjson;

import io.neardup.index.StopSignal;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.store.StoreException;
import io.neardup.web.json.SourceFields;
import io.neardup.web.limits.FairExecutor.Slot;
import io.neardup.web.ndjson.LineBatch.Line;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.Problems;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Parses the lines or records of a stream as requests and answers them. If a request must be
/// decided in line order, it does the work that does not depend on the order. Thread-safe.
///
/// @param <T> the class of the requests
public final class LineWorker<T extends SourceFields> {

  private static final Logger log = LoggerFactory.getLogger(LineWorker.class);

  /// When a batch's answers reach this size in memory, its remaining lines wait.
  private static final long MOST_BYTES = 2 << 20;

  private final JsonMapper mapper;
  private final RequestRecords<T> records;
  private final BiFunction<T, Slot, Object> answer;
  private final ProblemCounts problems;

  /// @param answer returns the answer or an [Ordered]; exceptions become problems, see
  ///   [Problems#ofAny]
  LineWorker(
      JsonMapper mapper,
      RequestRecords<T> records,
      BiFunction<T, Slot, Object> answer,
      ProblemCounts problems) {
    this.problems = problems;
    this.mapper = mapper;
    this.records = records;
    this.answer = answer;
  }

  /// The rest of the work on a line, which starts after all earlier lines have started theirs.
  ///
  /// @param weight of its answer for backpressure: 1 if short
  /// @param begin starts the work and returns the future answer
  public record Ordered(int weight, Supplier<CompletableFuture<?>> begin) {}

  /// The result of one line or several.
  sealed interface Step {

    /// Complete answers.
    ///
    /// @param json of one line or several
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answers(byte[] json) implements Step {}

    /// A line that waits for earlier lines.
    ///
    /// @param number of the line
    /// @param id that its sender gave it; null if none
    /// @param ref that its sender gave it; null if none
    /// @param memory of its answer, given back once that is written
    record Waiting(
        long number, @Nullable String id, @Nullable String ref, Ordered rest, BriefMemory memory)
        implements Step {}
  }

  /// The work on some lines of a batch.
  ///
  /// @param steps in line order
  /// @param next the index of the first remaining line; the number of lines if none remains
  record Part(List<Step> steps, int next) {}

  /// The steps of a batch so far, in line order.
  private static final class Steps {

    private final List<Step> steps = new ArrayList<>();
    private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
    private long bytes; // of answers and waiting lines

    private void flush() {
      if (answers.size() > 0) {
        steps.add(new Step.Answers(answers.toByteArray()));
        answers.reset();
      }
    }
  }

  /// Processes lines of a batch, until their answers become long.
  ///
  /// @param from the index of the first one
  /// @param slot checked after each line
  /// @param stream counts the memory of stored documents
  /// @param closed whether the stream was closed, so that the rest can be dropped
  Part work(LineBatch batch, int from, Slot slot, StopSignal stream, BooleanSupplier closed) {
    Steps steps = new Steps();
    int next = from;
    while (next < batch.lines().size() && steps.bytes < MOST_BYTES && !closed.getAsBoolean()) {
      work(batch, batch.lines().get(next), slot, stream, steps);
      next++;
      slot.check();
    }
    steps.flush();
    return new Part(steps.steps, closed.getAsBoolean() ? batch.lines().size() : next);
  }

  private void work(LineBatch batch, Line line, Slot slot, StopSignal stream, Steps steps) {
    Problem problem = line.problem();
    BriefMemory memory = new BriefMemory(stream);
    slot.count(memory);
    Object result =
        problem == null ? answer(batch, line, slot, memory) : new ProblemLine(null, null, problem);
    if (result instanceof Step.Waiting waiting) {
      steps.flush();
      steps.steps.add(waiting);
      steps.bytes += memory.held();
    } else {
      int before = steps.answers.size();
      write(steps.answers, line.number(), result);
      steps.bytes += steps.answers.size() - before;
      memory.close();
    }
  }

  /// The answer of a line, or a [Step.Waiting].
  private Object answer(LineBatch batch, Line line, Slot slot, BriefMemory memory) {
    T request = null;
    try {
      request = records.read(batch.bytes(), line.start(), line.length());
      if (request == null) {
        throw RequestException.invalid("body", "must be a JSON object, was null");
      }
      Object answered = answer.apply(request, slot);
      return answered instanceof Ordered rest
          ? new Step.Waiting(line.number(), echo(request.id()), echo(request.ref()), rest, memory)
          : answered;
    } catch (JacksonException e) {
      return unreadable(batch, line, Problems.of(e));
    } catch (RuntimeException e) {
      if (request != null && isOfStream(e)) { // earlier lines are answered first
        Ordered refused = new Ordered(1, () -> CompletableFuture.failedFuture(e));
        return new Step.Waiting(
            line.number(), echo(request.id()), echo(request.ref()), refused, memory);
      }
      Problem problem = problem(e, line.number());
      return request == null
          ? unreadable(batch, line, problem)
          : new ProblemLine(echo(request.id()), echo(request.ref()), problem);
    }
  }

  /// Whether neither a line nor those after it can be written now. A client could overlook that
  /// some of them are missing, so the stream ends.
  private static boolean isOfStream(RuntimeException e) {
    return e instanceof RequestException refusal && refusal.kind() == Fault.MOVED
        || e instanceof StoreException failure && failure.mayPass();
  }

  /// Waits for the answer of a line and writes it.
  ///
  /// @return whether the stream goes on
  boolean write(ByteArrayOutputStream out, Step.Waiting line, CompletableFuture<?> later) {
    boolean goesOn = true;
    Object answer;
    try {
      answer = Awaited.of(later);
    } catch (RuntimeException e) {
      goesOn = !isOfStream(e);
      Problem problem = problem(e, line.number());
      answer = new ProblemLine(line.id(), line.ref(), goesOn ? problem : problem.ofStream());
    }
    write(out, line.number(), answer);
    line.memory().close();
    return goesOn;
  }

  /// Writes `{"line":7,` and the fields of the answer.
  private void write(ByteArrayOutputStream out, long line, Object answer) {
    if (answer instanceof ProblemLine failed) {
      problems.count(failed.problem(), "line " + line + " of a stream");
    }
    out.writeBytes(("{\"line\":" + line + ",").getBytes(StandardCharsets.US_ASCII));
    byte[] json = mapper.writeValueAsBytes(answer);
    out.write(json, 1, json.length - 1);
    out.write('\n');
  }

  private static Problem problem(RuntimeException e, long line) {
    Problem problem = Problems.ofAny(e);
    if (problem.equals(Problem.internalError())) {
      log.error("Line {} could not be answered", line, e);
    }
    return problem;
  }

  /// A problem with the id and ref of the line, if they can be read.
  private ProblemLine unreadable(LineBatch batch, Line line, Problem problem) {
    try {
      JsonNode record = records.record(batch.bytes(), line.start(), line.length());
      return new ProblemLine(name(record, "id"), name(record, "ref"), problem);
    } catch (RuntimeException e) { // an invalid line may fail in several ways
      return new ProblemLine(null, null, problem);
    }
  }

  private @Nullable String name(JsonNode record, String name) {
    String source = records.source(name);
    JsonNode value = source == null ? null : record.get(source);
    return value == null || !value.isString() && !value.isIntegralNumber()
        ? null
        : Problem.wellFormed(value.asString());
  }

  private static @Nullable String echo(@Nullable String name) {
    return name == null ? null : Problem.wellFormed(name);
  }
}
