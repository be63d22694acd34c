package io.neardup.web.ndjson;

import io.neardup.records.CsvRecordEnds;
import io.neardup.records.RecordCutter;
import io.neardup.records.RecordEnds;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.json.CallParameters;
import io.neardup.web.json.SourceFields;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.FairExecutor.Slot;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Answers a stream of requests (JSON lines or CSV records) with a stream of answers in the same
/// order, one JSON line each.
///
/// Each answer has its line number as `line`. A line that cannot be answered gets a problem, and
/// the stream continues. Memory does not grow with the length of the stream.
///
/// @param executor processes the lines of all streams
public record NdjsonExchange(
    JsonMapper mapper,
    RequestLimits limits,
    RequestQuotas quotas,
    FairExecutor executor,
    ProblemCounts problems,
    ShutdownSignal shutdown) {

  private static final Logger log = LoggerFactory.getLogger(NdjsonExchange.class);

  /// Answers every line of the request's body.
  ///
  /// @param type the class of the requests
  /// @param fields how record fields map to request fields
  /// @param answer as for [LineWorker]; called by many threads
  /// @throws RequestException if there are too many streams, or a parameter or the CSV header is
  ///   invalid
  public <T extends SourceFields> void exchange(
      HttpServletRequest request,
      HttpServletResponse response,
      Class<T> type,
      FileFields fields,
      BiFunction<T, Slot, Object> answer)
      throws IOException {
    String caller = CallerName.of(request);
    try (Share _ = quotas.streams().takeOne(caller);
        Share share = quotas.memory().open(caller)) {
      fields.requireValid();
      String contentType = request.getContentType();
      boolean isCsv = StreamMediaTypes.isCsv(contentType);
      CsvRecordEnds ends = new CsvRecordEnds();
      LineReader lines =
          new LineReader(
              request.getInputStream(),
              limits.bodyBytes(),
              share,
              shutdown::now,
              isCsv ? ends : RecordEnds.LINES);
      FieldMapping mapping = new FieldMapping(type, fields, CallParameters.of(request), !isCsv);
      CsvRecords csv =
          isCsv ? CsvRecords.read(contentType, lines, ends, mapping, limits.bodyBytes()) : null;
      LineWorker<T> worker =
          new LineWorker<>(
              mapper, new RequestRecords<>(mapper, type, mapping, csv), answer, problems);
      answerAll(lines, request, response, caller, share, worker);
    }
  }

  private void answerAll(
      LineReader lines,
      HttpServletRequest request,
      HttpServletResponse response,
      String caller,
      Share share,
      LineWorker<?> worker)
      throws IOException {
    response.setContentType(StreamMediaTypes.NDJSON);
    RecordCutter.Result result = first(lines);
    try (StreamClient client = new StreamClient(request);
        Share unread = quotas.answers().open(caller);
        AnswerStream answers =
            new AnswerStream(
                worker,
                executor,
                caller,
                new RequestMemory(share),
                response.getOutputStream(),
                client,
                unread,
                quotas.answers().total() / quotas.streams().total())) {
      LineBatch batch = new LineBatch(share);
      for (; result != RecordCutter.Result.END && !answers.isEnded(); result = lines.next()) {
        switch (result) {
          case RECORD -> add(lines, batch);
          case BROKEN, NO_MEMORY -> batch.add(lines.number(), Problems.of(lines.refusal()));
          case STOPPED -> batch.add(lines.number(), stopped());
          default -> batch.add(lines.number(), tooLong());
        }
        if (batch.isFull() || lines.wouldWait()) {
          answers.put(batch);
          batch = new LineBatch(share);
        }
      }
      if (!batch.isEmpty()) {
        answers.put(batch);
      }
      answers.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted at line " + lines.number(), e);
    } catch (IOException e) {
      if (!response.isCommitted()) {
        response.resetBuffer();
        throw e;
      }
      log.info(
          "The client of a stream disconnected at line {}: {}", lines.number(), e.getMessage());
    }
  }

  private static void add(LineReader lines, LineBatch batch) {
    try {
      batch.add(lines);
    } catch (RequestException e) {
      batch.add(lines.number(), Problems.of(e));
    }
  }

  /// Reads the first line.
  ///
  /// @throws RequestException if it cannot be read; nothing was answered yet, so the whole request
  ///   can be rejected
  private static RecordCutter.Result first(LineReader lines) throws IOException {
    RecordCutter.Result result = lines.next();
    if (result == RecordCutter.Result.BROKEN) {
      throw lines.refusal();
    }
    return result;
  }

  private static Problem stopped() {
    return Problem.of(Fault.STOPPING, "send this line and those after it again");
  }

  private Problem tooLong() {
    return Problem.of(
        Fault.TOO_LARGE,
        "body",
        "must have at most "
            + limits.bodyBytes()
            + " bytes a line; send less in one line, or raise neardup.limits.max-body");
  }
}
