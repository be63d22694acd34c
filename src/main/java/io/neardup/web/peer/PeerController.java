package io.neardup.web.peer;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.job.PeerComparison;
import io.neardup.service.peer.CopyWriters;
import io.neardup.service.peer.PeerCalls;
import io.neardup.service.peer.PeerCalls.DocumentQuestion;
import io.neardup.service.peer.PeerCopies;
import io.neardup.web.answer.PeerAnswers;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.ndjson.NdjsonWriter;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

/// Calls for the other instances of a cluster, not for clients: a document or its entity tag, a
/// batch of copies, and the data for comparing two collections.
@Hidden
@RestController
final class PeerController {

  private final PeerCalls peers;
  private final ShutdownSignal shutdown;
  private final JsonMapper mapper;
  private final CopyWriters writers = new CopyWriters();

  PeerController(PeerCalls peers, ShutdownSignal shutdown, JsonMapper mapper) {
    this.peers = peers;
    this.shutdown = shutdown;
    this.mapper = mapper;
  }

  @PostMapping(PeerCalls.DOCUMENT)
  void document(HttpServletRequest request, HttpServletResponse response)
      throws IOException, NoResourceFoundException {
    DocumentQuestion question = mapper.readValue(body(request), DocumentQuestion.class);
    response.getOutputStream().write(peers.answer(question));
  }

  @PostMapping(PeerCalls.TAG)
  void tag(HttpServletRequest request, HttpServletResponse response)
      throws IOException, NoResourceFoundException {
    send(peers.tag(mapper.readValue(body(request), DocumentQuestion.class)), response);
  }

  @PostMapping(PeerCopies.COPIES)
  void copies(HttpServletRequest request, HttpServletResponse response)
      throws IOException, NoResourceFoundException {
    byte[] batch = body(request);
    send(PeerCopies.answer(peers, writers, batch, RequestMemory.of(request)), response);
  }

  @PostMapping(PeerComparison.MATCHES)
  void matches(HttpServletRequest request, HttpServletResponse response)
      throws IOException, NoResourceFoundException {
    byte[] question = body(request);
    send(PeerComparison.matches(peers, question, RequestMemory.of(request)), response);
  }

  @PostMapping(PeerComparison.ROWS)
  void rows(HttpServletRequest request, HttpServletResponse response)
      throws IOException, NoResourceFoundException {
    byte[] question = body(request);
    NdjsonWriter lines = new NdjsonWriter(mapper, response, shutdown);
    lines.run(() ->
        PeerComparison.rows(
            peers,
            question,
            this::requireRunning,
            line -> {
              try {
                lines.write(line);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
  }

  private void requireRunning() {
    if (shutdown.now()) {
      throw new RequestException(Fault.STOPPING, "", "the list is not complete; ask again");
    }
  }

  private void send(Object answer, HttpServletResponse response) throws IOException {
    response.getOutputStream().write(mapper.writeValueAsBytes(answer));
  }

  private static byte[] body(HttpServletRequest request)
      throws IOException, NoResourceFoundException {
    PeerAnswers.requirePeer(request);
    return request.getInputStream().readAllBytes();
  }
}
