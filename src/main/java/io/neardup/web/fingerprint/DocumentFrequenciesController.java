package io.neardup.web.fingerprint;

import io.neardup.profile.Content;
import io.neardup.profile.IdfLearner;
import io.neardup.records.RecordCutter;
import io.neardup.service.Awaited;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.json.DocumentRequest.NewDocumentLine;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.FileFields;
import io.neardup.web.ndjson.LineBatch;
import io.neardup.web.ndjson.LineBatch.Line;
import io.neardup.web.ndjson.LineReader;
import io.neardup.web.ndjson.NdjsonExchange;
import io.neardup.web.ndjson.RecordStream;
import io.neardup.web.ndjson.RequestRecords;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.problem.Problems;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;

@RestController
@Tag(name = "Fingerprints")
class DocumentFrequenciesController {

  private static final String TABLE = "text/tab-separated-values;charset=UTF-8";

  private static final int FEATURE_BYTES = 200;
  private static final int MAX_FEATURES = 1_000_000;

  private final FingerprintService fingerprints;
  private final RequestMapper requestMapper;
  private final NdjsonExchange ndjson;
  private final int maxFeatures;

  @Autowired
  DocumentFrequenciesController(
      FingerprintService fingerprints, RequestMapper requestMapper, NdjsonExchange ndjson) {
    this(fingerprints, requestMapper, ndjson, MAX_FEATURES);
  }

  /// @param maxFeatures the maximum number of distinct features
  DocumentFrequenciesController(
      FingerprintService fingerprints,
      RequestMapper requestMapper,
      NdjsonExchange ndjson,
      int maxFeatures) {
    this.fingerprints = fingerprints;
    this.requestMapper = requestMapper;
    this.ndjson = ndjson;
    this.maxFeatures = maxFeatures;
  }

  /// @param profile of the features; the default profile if null
  @QueryRecord
  record LearnParameters(@Nullable String profile) {}

  @CallDetails(streamOf = NewDocumentLine.class)
  @PostMapping(
      path = "/document-frequencies",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void learn(
      LearnParameters query,
      FileFields file,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    String caller = CallerName.of(request);
    try (Share _ = ndjson.quotas().streams().takeOne(caller);
        Share share = ndjson.quotas().memory().open(caller)) {
      RecordStream<NewDocumentLine> documents =
          RecordStream.open(
              request,
              ndjson.mapper(),
              NewDocumentLine.class,
              file,
              ndjson.limits(),
              share,
              () -> false);
      IdfLearner learner = fingerprints.learner(fingerprints.profile(query.profile()), maxFeatures);
      RecordCutter.Result result;
      do {
        LineBatch batch = new LineBatch(share);
        result = read(documents.lines(), batch);
        learn(caller, batch, documents.reader(), learner, share);
      } while (result == RecordCutter.Result.RECORD);
      requireEnd(documents.lines(), result);
      response.setContentType(TABLE);
      try (Writer table =
          new BufferedWriter(
              new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8))) {
        learner.writeTo(table);
      }
    }
  }

  /// Reads lines until the batch is full, which is a [RecordCutter.Result#RECORD], or no line
  /// follows.
  private static RecordCutter.Result read(LineReader lines, LineBatch batch) throws IOException {
    RecordCutter.Result result = RecordCutter.Result.RECORD;
    while (result == RecordCutter.Result.RECORD && !batch.isFull()) {
      result = lines.next();
      if (result == RecordCutter.Result.RECORD) {
        inLine(lines.number(), () -> batch.add(lines));
      }
    }
    return result;
  }

  private void requireEnd(LineReader lines, RecordCutter.Result result) throws IOException {
    switch (result) {
      case BROKEN -> throw lines.refusal();
      case NO_MEMORY -> throw lines.refusal().within("line " + lines.number());
      case TOO_LONG ->
          throw tooLarge(
                  "must have at most "
                      + ndjson.limits().bodyBytes()
                      + " bytes; send less, or raise neardup.limits.max-body")
              .within("line " + lines.number());
      case RECORD, STOPPED, END -> {}
    }
  }

  /// Counts the lines on the worker threads of all streams, and waits for them.
  private void learn(
      String caller,
      LineBatch batch,
      RequestRecords<NewDocumentLine> records,
      IdfLearner learner,
      Share share) {
    try (batch) {
      Awaited.of(
          ndjson
              .executor()
              .submit(
                  caller,
                  learner,
                  slot -> {
                    for (Line line : batch.lines()) {
                      inLine(
                          line.number(),
                          () -> learn(document(batch, line, records), learner, share));
                      slot.check();
                    }
                    return learner;
                  }));
    }
  }

  private static void inLine(long number, Runnable work) {
    try {
      work.run();
    } catch (RequestException e) {
      throw e.within("line " + number);
    }
  }

  private void learn(Content document, IdfLearner learner, Share share) {
    int before = learner.size();
    boolean counted = learner.add(document);
    share.take((long) FEATURE_BYTES * (learner.size() - before));
    if (!counted) {
      throw tooLarge(
          "exceeds the maximum of " + maxFeatures + " distinct features; send fewer documents");
    }
  }

  private Content document(LineBatch batch, Line line, RequestRecords<NewDocumentLine> records) {
    NewDocumentLine request;
    try {
      request = records.read(batch.bytes(), line.start(), line.length());
    } catch (JacksonException e) {
      throw RequestException.invalid("body", "cannot be read: " + Problems.of(e).detail());
    }
    if (request == null) {
      throw RequestException.invalid("body", "must be a JSON object, was null");
    }
    Content content = requestMapper.content(request);
    if (content instanceof Content.Features) {
      throw RequestException.invalid("features", "must be left out; give text, html or tokens");
    }
    return content;
  }

  private static RequestException tooLarge(String fault) {
    return new RequestException(Fault.TOO_LARGE, "body", fault);
  }
}
