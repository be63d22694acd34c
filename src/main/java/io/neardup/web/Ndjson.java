package io.neardup.web;

import io.neardup.service.LoadingException;
import io.neardup.service.RequestException;
import io.neardup.store.StoreException;
import io.neardup.web.Problem.Kind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/// Answers a stream of requests, one JSON object a line, with a stream of answers in the same
/// order.
///
/// Each answer carries the `line` it answers. A line that cannot be answered gets a problem, and
/// the rest go on. Memory does not grow with the stream.
final class Ndjson {

  /// The media type of such streams.
  static final String MEDIA_TYPE = "application/x-ndjson";

  private static final Logger log = LoggerFactory.getLogger(Ndjson.class);
  private static final int CHUNK = 32 * 1024;

  /// How many lines may be under way at once, weighed.
  private static final int IN_FLIGHT = 4_096;

  private final JsonMapper mapper;
  private final RequestLimits limits;
  private final StreamSlots slots;

  Ndjson(JsonMapper mapper, RequestLimits limits, StreamSlots slots) {
    this.mapper = mapper;
    this.limits = limits;
    this.slots = slots;
  }

  /// Answers every line of the request's body.
  ///
  /// @param type what a line is read as
  /// @param answer makes the answer; what it throws as [RequestException] is told in its place
  /// @throws RequestException if too many streams are answered already
  <T extends Referenced> void exchange(
      HttpServletRequest request,
      HttpServletResponse response,
      Class<T> type,
      Function<T, Object> answer)
      throws IOException {
    try (StreamSlots.Slot _ = slots.take(CallerName.of(request))) {
      answerAll(request, response, type, answer);
    }
  }

  private <T extends Referenced> void answerAll(
      HttpServletRequest request,
      HttpServletResponse response,
      Class<T> type,
      Function<T, Object> answer)
      throws IOException {
    response.setContentType(MEDIA_TYPE);
    ObjectReader reader = mapper.readerFor(type);
    LineReader lines = new LineReader(request.getInputStream(), limits.bodyBytes());
    LineReader.Result result = first(lines);
    ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + 1024);
    try (AnswerQueue answers = new AnswerQueue(response.getOutputStream(), limits.answerBytes())) {
      for (; result != LineReader.Result.END; result = lines.next()) {
        Object line =
            result == LineReader.Result.LINE
                ? answer(lines, reader, answer)
                : new ProblemLine(null, null, unread(lines, result));
        write(chunk, lines.number(), line);
        if (chunk.size() >= CHUNK || lines.wouldWait()) {
          answers.put(chunk.toByteArray());
          chunk.reset();
        }
      }
      answers.put(chunk.toByteArray());
      answers.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted at line " + lines.number(), e);
    } catch (IOException e) {
      if (!response.isCommitted()) {
        response.reset();
        throw e;
      }
      log.info("The client of a stream left at line {}: {}", lines.number(), e.getMessage());
    }
  }

  /// Answers every line of the request's body, many of them at the same time, in their order.
  ///
  /// @param type what a line is read as
  /// @param weight how much a line counts, 1 for one with a short answer
  /// @param answer begins to make the answer; what it throws or ends with as [RequestException],
  ///   [StoreException] or [LoadingException] is told in its place
  /// @throws RequestException if too many streams are answered already
  <T extends Referenced> void pipeline(
      HttpServletRequest request,
      HttpServletResponse response,
      Class<T> type,
      ToIntFunction<T> weight,
      Function<T, CompletableFuture<?>> answer)
      throws IOException {
    try (StreamSlots.Slot _ = slots.take(CallerName.of(request))) {
      pipelineAll(request, response, type, weight, answer);
    }
  }

  private <T extends Referenced> void pipelineAll(
      HttpServletRequest request,
      HttpServletResponse response,
      Class<T> type,
      ToIntFunction<T> weight,
      Function<T, CompletableFuture<?>> answer)
      throws IOException {
    response.setContentType(MEDIA_TYPE);
    ObjectReader reader = mapper.readerFor(type);
    LineReader lines = new LineReader(request.getInputStream(), limits.bodyBytes());
    LineReader.Result result = first(lines);
    try (AnswerQueue answers = new AnswerQueue(response.getOutputStream(), limits.answerBytes());
        AnswerPipeline<Line> pipeline = new AnswerPipeline<>(answers, IN_FLIGHT, this::write)) {
      for (; result != LineReader.Result.END; result = lines.next()) {
        if (result == LineReader.Result.LINE) {
          begin(lines, reader, weight, answer, pipeline);
        } else {
          Line line = new Line(lines.number(), null, null);
          pipeline.put(line, done(new ProblemLine(null, null, unread(lines, result))), 1);
        }
      }
      pipeline.finish();
      answers.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted at line " + lines.number(), e);
    } catch (IOException e) {
      if (!response.isCommitted()) {
        response.reset();
        throw e;
      }
      log.info("The client of a stream left at line {}: {}", lines.number(), e.getMessage());
    }
  }

  /// The first line.
  ///
  /// @throws UnreadableBodyException if not even that can be read: nothing was answered yet, so the
  ///   whole request can be refused
  private static LineReader.Result first(LineReader lines) throws IOException {
    LineReader.Result result = lines.next();
    if (result == LineReader.Result.BROKEN) {
      throw lines.fault();
    }
    return result;
  }

  private Problem unread(LineReader lines, LineReader.Result result) {
    return result == LineReader.Result.BROKEN ? lines.fault().problem() : tooLong();
  }

  /// A line that is being worked on, and what its sender calls it.
  private record Line(long number, @Nullable String id, @Nullable String ref) {}

  private <T extends Referenced> void begin(
      LineReader lines,
      ObjectReader reader,
      ToIntFunction<T> weight,
      Function<T, CompletableFuture<?>> answer,
      AnswerPipeline<Line> pipeline)
      throws IOException, InterruptedException {
    List<T> read = new ArrayList<>(1);
    Object at =
        answer(
            lines,
            reader,
            (T request) -> {
              read.add(request);
              return new Later(answer.apply(request));
            });
    T request = read.isEmpty() ? null : read.getFirst();
    Line line =
        request == null
            ? new Line(lines.number(), null, null)
            : new Line(lines.number(), echo(request.id()), echo(request.ref()));
    pipeline.put(
        line,
        at instanceof Later(CompletableFuture<?> later) ? later : done(at),
        request == null ? 1 : Math.clamp(weight.applyAsInt(request), 1, IN_FLIGHT));
  }

  /// An answer that is not there yet.
  private record Later(CompletableFuture<?> answer) {}

  private static CompletableFuture<Object> done(Object answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private void write(ByteArrayOutputStream out, Line line, CompletableFuture<?> later) {
    Object answer;
    try {
      answer = Awaited.of(later);
    } catch (RuntimeException e) {
      answer = new ProblemLine(line.id, line.ref, problem(e, line.number));
    }
    write(out, line.number, answer);
  }

  private static Problem problem(RuntimeException e, long line) {
    return switch (e) {
      case RequestException known -> Problems.of(known);
      case LoadingException known -> Problems.of(known);
      case StoreException known -> Problems.of(known);
      default -> {
        log.error("Line {} could not be answered", line, e);
        yield Problem.internalError();
      }
    };
  }

  private <T extends Referenced> Object answer(
      LineReader lines, ObjectReader reader, Function<T, Object> answer) {
    T request = null;
    try {
      request = reader.readValue(lines.bytes(), lines.start(), lines.length());
      if (request == null) {
        throw RequestException.invalid("body", "must be a JSON object, was null");
      }
      return answer.apply(request);
    } catch (JacksonException e) {
      return unreadable(lines, Problems.of(e));
    } catch (RuntimeException e) {
      return problem(request, problem(e, lines.number()));
    }
  }

  /// Writes `{"line":7,` and the fields of the answer.
  private void write(ByteArrayOutputStream out, long line, Object answer) {
    out.writeBytes(("{\"line\":" + line + ",").getBytes(StandardCharsets.US_ASCII));
    byte[] json = mapper.writeValueAsBytes(answer);
    out.write(json, 1, json.length - 1);
    out.write('\n');
  }

  private Problem tooLong() {
    return Problem.of(
        Kind.TOO_LARGE,
        "body",
        "must have at most "
            + limits.bodyBytes()
            + " bytes a line; send less in one line, or raise neardup.limits.max-body");
  }

  /// Names the line by its id and ref if it is JSON at all.
  private ProblemLine unreadable(LineReader lines, Problem problem) {
    try {
      JsonNode line = mapper.readTree(lines.bytes(), lines.start(), lines.length());
      return new ProblemLine(string(line, "id"), string(line, "ref"), problem);
    } catch (JacksonException e) {
      return new ProblemLine(null, null, problem);
    }
  }

  private static @Nullable String string(JsonNode line, String field) {
    JsonNode value = line.get(field);
    return value == null || !value.isString() ? null : RequestReader.wellFormed(value.asString());
  }

  private static @Nullable String echo(@Nullable String name) {
    return name == null ? null : RequestReader.wellFormed(name);
  }

  private static ProblemLine problem(@Nullable Referenced request, Problem problem) {
    return request == null
        ? new ProblemLine(null, null, problem)
        : new ProblemLine(echo(request.id()), echo(request.ref()), problem);
  }
}
