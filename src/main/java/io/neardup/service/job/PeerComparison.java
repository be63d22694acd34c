package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.StopSignal;
import io.neardup.service.LazyVector;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.WholeRead;
import io.neardup.service.job.JobRequest.CompareJobRequest;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.peer.PeerCalls;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.codec.VectorCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A collection of another instance in a comparison: its fingerprints are read as a stream, or
/// documents of this process are looked up in its index, some at once.
public final class PeerComparison implements CompareSide {

  /// The address of lookups.
  public static final String MATCHES = "/peers/matches";

  /// The address of rows.
  public static final String ROWS = "/peers/rows";

  private static final int READ_AHEAD = 4; // lists of rows for each thread

  private final PeerCalls peers;
  private final CompareJobRequest request;
  private final DocumentCollection own;
  private final DocumentCollection other;
  private final JobContext context;
  private final MatchAnswer state;

  /// @param own the collection of the job, for which this process answers
  /// @param other the collection of another instance
  PeerComparison(
      PeerCalls peers,
      CompareJobRequest request,
      DocumentCollection own,
      DocumentCollection other,
      JobContext context) {
    this.peers = peers;
    this.request = request;
    this.own = own;
    this.other = other;
    this.context = context;
    this.state = ask(List.of());
  }

  /// What another instance is asked.
  ///
  /// @param own the name of the collection of the job
  /// @param rows to be looked up
  record MatchQuestion(String own, CompareJobRequest request, List<RowLine> rows) {}

  /// The answer to rows that were looked up.
  ///
  /// @param size of the collection
  record MatchAnswer(int size, Guarantee guarantee, List<RowMatches> found) {}

  /// A line of the rows of a collection: the numbers of them, or a row, or what went wrong.
  ///
  /// @param vector see [VectorCodec]; null if it is not needed, or not known
  @SuppressWarnings("ArrayRecordComponent") // never compared
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RowLine(
      @Nullable Head head,
      @Nullable String fingerprint,
      byte @Nullable [] vector,
      int documents,
      @Nullable List<Tagged> listed,
      @Nullable JsonNode problem) {

    static RowLine of(Row row, boolean verifies, boolean lists) {
      FeatureVector features = verifies ? row.vector().get() : null;
      return new RowLine(
          null,
          row.fingerprint().toString(),
          features == null ? null : VectorCodec.encode(features),
          row.documents(),
          lists ? row.listed().get().toList() : null,
          null);
    }

    Row row(int bits) {
      byte[] encoded = vector;
      List<Tagged> documentsOfRow = listed == null ? List.of() : listed;
      return new Row(
          Fingerprint.parse(Objects.requireNonNull(fingerprint), bits),
          new LazyVector(() -> encoded == null ? null : VectorCodec.decode(encoded)),
          documents,
          documentsOfRow::stream);
    }
  }

  int size() {
    return state.size;
  }

  @Override
  public Guarantee guarantee() {
    return state.guarantee;
  }

  @Override
  public List<RowMatches> search(List<Row> rows) {
    context.check();
    boolean verifies =
        request.isCleanUp() || CompareJob.lookup(request, own, true).verification() != null;
    return ask(rows.stream().map(row -> RowLine.of(row, verifies, false)).toList()).found;
  }

  private MatchAnswer ask(List<RowLine> rows) {
    MatchQuestion question = new MatchQuestion(own.name(), request, rows);
    return context.patiently(
        peers, other, () -> peers.ask(other, MATCHES, question, MatchAnswer.class));
  }

  @Override
  public void each(ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows) {
    RequestException cut = context.patiently(peers, other, () -> read(pool, head, rows));
    if (cut != null) {
      throw cut;
    }
  }

  /// Passes all rows.
  ///
  /// @return why only some were passed, if so; they cannot be passed again
  private @Nullable RequestException read(
      ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows) {
    try {
      pass(pool, head, rows);
      return null;
    } catch (RequestException e) {
      if (context.joined() == null) { // not even the head
        throw e;
      }
      return e;
    }
  }

  private void pass(ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows) {
    int most = READ_AHEAD * pool.getParallelism() * TOGETHER;
    List<Row> read = new ArrayList<>();
    peers.lines(
        other,
        ROWS,
        new MatchQuestion(own.name(), request, List.of()),
        () -> !context.isStopped(),
        bytes -> {
          context.check();
          RowLine line = peers.mapper().readValue(bytes, RowLine.class);
          if (line.problem != null) {
            throw Peers.refusal(line.problem);
          } else if (line.head != null) {
            head.accept(line.head);
          } else {
            read.add(line.row(other.profile().bits()));
          }
          if (read.size() == most) {
            pass(read, pool, rows);
          }
        });
    pass(read, pool, rows);
  }

  private static void pass(List<Row> read, ForkJoinPool pool, Consumer<List<Row>> rows) {
    CompareSide.together(read.size(), pool, some -> rows.accept(some.mapToObj(read::get).toList()));
    read.clear();
  }

  /// Answers another instance with the matches of rows.
  ///
  /// @param asked as JSON
  /// @param stop checked between rows
  public static Object matches(PeerCalls peers, byte[] asked, StopSignal stop) {
    MatchQuestion question = peers.mapper().readValue(asked, MatchQuestion.class);
    CompareSide.Local search = side(peers, question, true, question.request.isCleanUp(), stop);
    int bits = search.collection().profile().bits();
    return new MatchAnswer(
        search.collection().size(),
        search.guarantee(),
        search.search(question.rows.stream().map(line -> line.row(bits)).toList()));
  }

  /// Answers another instance with all rows of a collection.
  ///
  /// @param asked as JSON
  /// @param stop checked between rows
  /// @param lines takes each line; called by one thread at a time
  public static void rows(PeerCalls peers, byte[] asked, StopSignal stop, Consumer<Object> lines) {
    MatchQuestion question = peers.mapper().readValue(asked, MatchQuestion.class);
    CompareSide.Local side = side(peers, question, false, false, stop);
    WholeRead whole = side.collection().readWhole();
    boolean verifies = question.request.isCleanUp() || side.lookup().verification() != null;
    try (ForkJoinPool pool =
        new ForkJoinPool(Math.max(1, Runtime.getRuntime().availableProcessors() / 2))) {
      side.each(
          pool,
          head -> lines.accept(new RowLine(head, null, null, 0, null, null)),
          rows -> {
            List<RowLine> made = rows.stream().map(row -> RowLine.of(row, verifies, true)).toList();
            synchronized (lines) {
              made.forEach(lines);
            }
          });
    }
    whole.check();
  }

  /// The collection of this process.
  ///
  /// @param isSearched whether rows are looked up in it
  private static CompareSide.Local side(
      PeerCalls peers,
      MatchQuestion question,
      boolean isSearched,
      boolean cleans,
      StopSignal stop) {
    DocumentCollection own = peers.collections().known(question.own);
    return new CompareSide.Local(
        peers.collections().get(question.request.with()),
        MetadataFilter.of("withFilter", question.request.withFilter()),
        CompareJob.lookup(question.request, own, isSearched),
        cleans,
        isSearched,
        stop);
  }
}
