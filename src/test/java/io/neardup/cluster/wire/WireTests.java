package io.neardup.cluster.wire;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cluster.wire.Command.Decide;
import io.neardup.cluster.wire.Command.Remove;
import io.neardup.cluster.wire.Command.Revise;
import io.neardup.cluster.wire.Command.Store;
import io.neardup.cluster.wire.Question.ContentBytes;
import io.neardup.cluster.wire.Question.Count;
import io.neardup.cluster.wire.Question.Find;
import io.neardup.cluster.wire.Question.Page;
import io.neardup.cluster.wire.Question.Positions;
import io.neardup.cluster.wire.Question.Search;
import io.neardup.cluster.wire.ReadResponse.Applied;
import io.neardup.cluster.wire.Result.Changed;
import io.neardup.cluster.wire.Result.Decided;
import io.neardup.cluster.wire.Result.Deleted;
import io.neardup.cluster.wire.Result.NotOwner;
import io.neardup.cluster.wire.Result.Refused;
import io.neardup.cluster.wire.Result.Removed;
import io.neardup.cluster.wire.Result.Revised;
import io.neardup.cluster.wire.Result.Stored;
import io.neardup.cluster.wire.Result.Unknown;
import io.neardup.index.LookupPath;
import io.neardup.index.Plan;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.Verification;
import io.neardup.service.LazyVector;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.RequestException.Range;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.MetadataPatch;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.ContentHash;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.Verdict;
import io.neardup.store.codec.BinaryWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What instances exchange, and the connections by which they do.
class WireTests {

  private static final CreatedCollection COLLECTION = new CreatedCollection("c", 1L << 44);
  private static final MetadataFilter FILTER = MetadataFilter.of(List.of("lang:en", "a.b:1"));
  private static final Instant TIME = Instant.parse("2026-05-06T07:08:09.123Z");
  private static final Fingerprint FINGERPRINT = Fingerprint.parse("0123456789abcdef", 64);
  private static final Fingerprint OTHER = Fingerprint.parse("fedcba9876543210", 64);
  private static final Precondition CONDITION = new Precondition(List.of("\"a\"", "*"), null);

  private static Revision revision(Verdict verdict) {
    return new Revision(
        FINGERPRINT,
        7,
        "paper-v1",
        "{\"lang\":\"en\"}",
        "a text",
        new ContentHash(1, -2),
        verdict,
        3,
        TIME,
        TIME.plusSeconds(60),
        null,
        null,
        null);
  }

  private static Lookup lookup() {
    Verification verification = new Verification(0.51, -1, 9, 5);
    return new Lookup(5, 0.95, 10, false, FILTER, 3, verification, null, "a", null);
  }

  private static LazyVector vector() {
    return new LazyVector(() -> FeatureVector.of(new long[] {1, 2}, new long[] {3, 4}));
  }

  private static Logged<Put> stored(String collection) {
    return new Logged<>(
        new Position(3, 1L << 40), new Put(collection, "a", revision(Verdict.NONE), TIME));
  }

  private static Found found() {
    Document committed = Document.of(stored(""));
    return new Found(
        List.of(
            new NearDocument(committed, 3, 0.75, false),
            new NearDocument(committed.at(null), 4, null, false)),
        true,
        new Plan(Plan.Kind.PROBES, 12, 5, -1, 0.95, LookupPath.SCAN),
        99,
        new Verified(2, 1));
  }

  private static Stored written() {
    Verdict verdict = new Verdict(false, false, OTHER, false);
    return new Stored(Outcome.REPLACED, 4, TIME, TIME.plusMillis(5), verdict, new Position(1, 17));
  }

  private static List<Command> commands() {
    Draft kept =
        new Draft(
            "a",
            revision(Verdict.NONE),
            null,
            null,
            lookup(),
            0,
            OnDuplicate.ADD,
            Precondition.NONE,
            false);
    Draft judged =
        new Draft(
            "b",
            revision(new Verdict(true, true, OTHER, false)),
            8,
            vector(),
            lookup().without("a", "a"),
            3,
            OnDuplicate.SKIP,
            CONDITION,
            true);
    List<Command> commands = new ArrayList<>();
    commands.add(new Store(COLLECTION, kept, null));
    commands.add(new Store(COLLECTION, judged, new Term(5, 1L << 40)));
    commands.add(new Decide(COLLECTION, judged));
    commands.add(new Remove(COLLECTION, "a", CONDITION, null, null));
    commands.add(new Remove(COLLECTION, "a", Precondition.NONE, FILTER, new Term(0, 1)));
    for (DocumentChange change :
        List.of(
            new DocumentChange(true, null, new MetadataPatch("null"), new Expiry(null)),
            new DocumentChange(
                null, false, null, new Expiry(Instant.parse("2099-12-31T23:59:59.123456789Z"))),
            DocumentChange.disabling("job", Instant.parse("2100-01-01T00:00:00Z")))) {
      commands.add(new Revise(COLLECTION, "a", CONDITION, null, change, null));
      commands.add(new Revise(COLLECTION, "a", Precondition.NONE, FILTER, change, null));
    }
    return commands;
  }

  private static List<Result> results() {
    return List.of(
        written(),
        new Decided(written(), found(), null, List.of("x", "y")),
        new Decided(null, found(), "allowed", List.of()),
        new Removed(null),
        new Removed(new Position(0, 1)),
        new Revised(null),
        new Revised(stored("c")),
        new Changed(true),
        new Changed(false),
        new Refused(Fault.PRECONDITION_FAILED, "If-Match", "does not allow it", null, 0),
        new Refused(Fault.INVALID, "a", "must be -1 to 64, was 70", new Range(-1, 64), 0),
        Refused.of(RequestException.busy("Too much is in progress.", 17)),
        new Unknown("it is not known"),
        new NotOwner(),
        new Deleted());
  }

  private static <T> Map<Integer, T> ordered(Map<Integer, T> map) {
    return new LinkedHashMap<>(new TreeMap<>(map));
  }

  private static ReadRequest request() {
    return new ReadRequest(
        ordered(Map.of(0, 0L, 23, 1L << 40)),
        true,
        60_000,
        List.of(
            new Search(COLLECTION, FINGERPRINT, lookup(), vector()),
            new Search(COLLECTION, FINGERPRINT, lookup(), null),
            new Find(COLLECTION, "a", true),
            new Page(COLLECTION, "a", 2, DocumentFilter.of(MetadataFilter.NONE)),
            new Page(COLLECTION, "a", 2, new DocumentFilter("i", true, false, FILTER)),
            new Count(COLLECTION),
            new ContentBytes(COLLECTION, "id"),
            new Positions()));
  }

  private static ReadResponse response() {
    return new ReadResponse(
        ordered(Map.of(0, new Applied(5, 5), 23, new Applied(1L << 40, 7))),
        List.of(
            new Answer.Near(found(), new Found(List.of(), false, found().plan(), 0, Verified.NONE)),
            new Answer.Single(stored("c")),
            new Answer.Single(null),
            new Answer.Documents(List.of(Document.of(stored(""))), "next"),
            new Answer.Documents(List.of(), null),
            new Answer.Counts(ordered(Map.of(0, 5, 23, 0))),
            new Answer.None(),
            new Answer.Deleted()));
  }

  private static void assertSame(Object received, Object sent) {
    RecursiveComparisonConfiguration byValue =
        RecursiveComparisonConfiguration.builder()
            .withIgnoredFieldsOfTypes(LookupPath.class)
            .withEqualsForType(
                (a, b) -> String.valueOf(a.get()).equals(String.valueOf(b.get())), LazyVector.class)
            .withStrictTypeChecking(false)
            .build();
    assertThat(received).usingRecursiveComparison(byValue).isEqualTo(sent);
  }

  @Nested
  class Messages {

    private static <T> void forEachExample(BiConsumer<MessageCodec<T>, T> check) {
      commands().forEach(command -> apply(check, MessageCodec.COMMAND, command));
      results().forEach(result -> apply(check, MessageCodec.RESULT, result));
      apply(check, MessageCodec.REQUEST, request());
      apply(check, MessageCodec.RESPONSE, response());
    }

    @SuppressWarnings("unchecked")
    private static <T> void apply(
        BiConsumer<MessageCodec<T>, T> check, MessageCodec<?> codec, Object message) {
      check.accept((MessageCodec<T>) codec, (T) message);
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
      return type.isSealed()
          ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Messages::kinds)
          : Stream.of(type);
    }

    @Test
    void whatIsSentIsReceived() {
      forEachExample((codec, message) -> {
        Object received = codec.decode(codec.encode(message));
        assertThat(received).hasSameClassAs(message);
        assertSame(received, message);
      });
    }

    /// Otherwise a kind that is added is not tested.
    @Test
    void theExamplesAreOfAllKinds() {
      Set<Class<?>> examples =
          Stream.of(commands(), results(), request().questions(), response().answers())
              .flatMap(List::stream)
              .map(Object::getClass)
              .collect(Collectors.toSet());
      assertThat(examples)
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(Command.class, Result.class, Question.class, Answer.class)
                  .flatMap(Messages::kinds)
                  .toList());
    }

    /// If this fails, the types of messages have changed: raise the version of the protocol, so
    /// that instances of another version are refused, and put both here.
    @Test
    void anotherFormatIsAnotherVersionOfTheProtocol() {
      CRC32 bytes = new CRC32();
      forEachExample((codec, message) -> bytes.update(codec.encode(message)));
      assertThat(Handshake.PROTOCOL + " " + Long.toHexString(bytes.getValue()))
          .isEqualTo("neardup-instances/9 fe458250");
    }

    @Test
    void aRefusalSaysWhenToTryAgain() {
      Refused sent = Refused.of(RequestException.busy("Too much is in progress.", 17));
      Refused received = (Refused) MessageCodec.RESULT.decode(MessageCodec.RESULT.encode(sent));
      assertThat(received.toException().retryAfterSeconds()).isEqualTo(17);
    }

    /// Each prefix, what follows a message, and random changes: none is taken for something without
    /// an end, and each that is not a message is refused as such.
    @Test
    void malformedMessagesAreRefused() {
      Random random = new Random(1);
      AtomicInteger refused = new AtomicInteger();
      forEachExample((codec, message) -> {
        byte[] encoded = codec.encode(message);
        for (int length = 0; length < encoded.length; length++) {
          assertRefused(codec, Arrays.copyOf(encoded, length));
        }
        assertRefused(codec, Arrays.copyOf(encoded, encoded.length + 1));
        for (int i = 0; i < 2_000; i++) {
          byte[] changed = encoded.clone();
          for (int j = random.nextInt(4); j >= 0; j--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
          }
          try {
            var _ = codec.decode(changed);
          } catch (StoreException e) {
            refused.incrementAndGet();
          }
        }
      });
      assertThat(refused).hasPositiveValue();
    }

    private static void assertRefused(MessageCodec<?> codec, byte[] message) {
      assertThatThrownBy(() -> codec.decode(message))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.DAMAGED));
    }

    @Test
    void unknownKindsAreRefused() {
      byte[] result = MessageCodec.RESULT.encode(new Deleted());
      result[0] = 100;
      assertRefused(MessageCodec.RESULT, result);
      byte[] refusal = MessageCodec.RESULT.encode(results().get(9));
      refusal[2] = 'x'; // of the name of the fault
      assertRefused(MessageCodec.RESULT, refusal);
    }

    @Test
    void partitionsOfNoTopicAreRefused() {
      for (int partition : new int[] {-1, Partitions.MAX}) {
        assertThatThrownBy(() -> new ReadRequest(Map.of(partition, 0L), true, 1, List.of()))
            .hasMessageContaining("partition");
      }
      // One partition (number, position, change), and no answers.
      byte[] response = {1, 1, 0, 0, 0};
      assertRefused(MessageCodec.RESPONSE, response);
      response[1] = 2;
      assertThat(MessageCodec.RESPONSE.decode(response).partitions()).containsOnlyKeys(1);
    }

    @Test
    void pagesOfANegativeSizeAreRefused() {
      DocumentFilter filter = DocumentFilter.of(MetadataFilter.NONE);
      assertThatThrownBy(() -> new Page(COLLECTION, "a", -1, filter))
          .hasMessageContaining("limit must be 0 or more");
    }

    /// A list has no more elements than bytes follow.
    @Test
    void aSizeTakesNoMemory() {
      byte[] request = new BinaryWriter(10).varint(Integer.MAX_VALUE).octet(0).toBytes();
      assertThatThrownBy(() -> MessageCodec.REQUEST.decode(request))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("out of range");
    }

    /// In UTF-8, it would be another id.
    @Test
    void anIdWithAnUnpairedSurrogateIsNotSent() {
      Draft draft = ((Decide) commands().get(2)).document();
      assertThatThrownBy(() ->
              new Draft(
                  "a\ud800",
                  draft.revision(),
                  null,
                  null,
                  draft.near(),
                  0,
                  OnDuplicate.ADD,
                  Precondition.NONE,
                  false))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("surrogate");
    }

    @Test
    void weightsOfACollectionAreNotSent() {
      Lookup lookup = lookup();
      Lookup weighted =
          new Lookup(
              5,
              0.95,
              10,
              false,
              FILTER,
              3,
              lookup.verification(),
              new DocumentFrequencies(),
              null,
              null);
      Question question = new Search(COLLECTION, FINGERPRINT, weighted, null);
      assertThatThrownBy(() ->
              MessageCodec.REQUEST.encode(new ReadRequest(Map.of(), true, 1, List.of(question))))
          .hasMessageContaining("of one process");
    }
  }

  /// A server without an instance behind it, on a port of its own.
  private static final class Served implements WireServer.Requests, AutoCloseable {

    private final ServerSocket listening;
    private final WireServer server;
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();
    private final List<Command> commands = new CopyOnWriteArrayList<>();
    private final String handshake;
    private volatile CompletableFuture<Result> result =
        CompletableFuture.completedFuture(new Changed(true));

    /// @param handshake its answer
    Served(String handshake, Duration silence) throws IOException {
      this.handshake = handshake;
      this.server = new WireServer(this, silence);
      this.listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::accept);
    }

    Served(Duration silence) throws IOException {
      this("HTTP/1.1 101 \r\nUpgrade: " + Handshake.PROTOCOL + "\r\n\r\n", silence);
    }

    Served() throws IOException {
      this(Duration.ofMinutes(1));
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listening.accept();
          accepted.add(socket);
          Thread.ofVirtual().start(() -> answer(socket));
        }
      } catch (IOException e) {
        // Closed.
      }
    }

    private void answer(Socket socket) {
      try {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          head.append((char) in.read());
        }
        assertThat(head).startsWith("GET /cluster HTTP/1.1\r\n").contains("the secret");
        out.write(handshake.getBytes(StandardCharsets.UTF_8));
        server.serve(in, out, socket);
      } catch (IOException e) {
        // Closed.
      }
    }

    String address() {
      return listening.getInetAddress().getHostAddress() + ":" + listening.getLocalPort();
    }

    @Override
    public ReadResponse read(ReadRequest request) {
      return response();
    }

    @Override
    public CompletableFuture<Result> write(Command command) {
      commands.add(command);
      return result;
    }

    @Override
    public void close() throws IOException {
      listening.close();
      server.close();
    }
  }

  private static WireClient client(Duration silence) {
    return new WireClient("the secret", null, silence);
  }

  @Nested
  class Connections {

    private final byte[] command = WireClient.encode(commands().getFirst());
    private final Duration patience = Duration.ofMinutes(1);

    @Test
    void allRequestsToAnInstanceUseOneConnection() throws Exception {
      try (Served served = new Served();
          WireClient client = client(patience)) {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
          answers.add(client.read(served.address(), request()));
          answers.add(client.write(served.address(), command, patience));
        }
        for (CompletableFuture<?> answer : answers) {
          assertThat(answer.join()).isInstanceOfAny(ReadResponse.class, Changed.class);
        }
        assertSame(answers.getFirst().join(), response());
        assertThat(served.accepted).hasSize(1);
      }
    }

    @Test
    void aClientThatIsClosedConnectsNoMore() throws Exception {
      try (Served served = new Served()) {
        WireClient client = client(patience);
        client.close();
        assertThatThrownBy(() -> client.write(served.address(), command, patience).join())
            .cause()
            .isInstanceOf(NotReachedException.class)
            .hasRootCauseMessage("this instance stops");
        assertThat(served.accepted).isEmpty();
      }
    }

    @Test
    void decisionsArriveInTheirOrder() throws Exception {
      try (Served served = new Served();
          WireClient client = client(patience)) {
        List<String> ids = IntStream.range(0, 500).mapToObj(i -> "d" + i).toList();
        List<CompletableFuture<Result>> answers = new ArrayList<>();
        Draft draft = ((Decide) commands().get(2)).document();
        for (String id : ids) {
          Draft next =
              new Draft(
                  id,
                  draft.revision(),
                  null,
                  null,
                  draft.near(),
                  0,
                  OnDuplicate.SKIP,
                  Precondition.NONE,
                  false);
          answers.add(
              client.write(
                  served.address(), WireClient.encode(new Decide(COLLECTION, next)), patience));
        }
        answers.forEach(CompletableFuture::join);
        assertThat(served.commands)
            .extracting(each -> ((Decide) each).document().id())
            .containsExactlyElementsOf(ids);
      }
    }

    @Test
    void anInstanceThatRefusesIsNotReached() throws Exception {
      Map<String, String> reasons =
          Map.of(
              "HTTP/1.1 404 \r\n\r\n", "instance-key",
              "HTTP/1.1 426 \r\nUpgrade: neardup-instances/9\r\n\r\n", "neardup-instances/9",
              "HTTP/1.1 503 \r\n\r\n", "503",
              "SSH-2.0-OpenSSH\r\n\r\n", "-1");
      for (Map.Entry<String, String> reason : reasons.entrySet()) {
        try (Served served = new Served(reason.getKey(), patience);
            WireClient client = client(patience)) {
          assertThatThrownBy(() -> client.write(served.address(), command, patience).join())
              .isInstanceOf(CompletionException.class)
              .cause()
              .isInstanceOf(NotReachedException.class)
              .hasMessageContaining(reason.getValue());
        }
      }
    }

    @Test
    void aConnectionThatEndsIsReplaced() throws Exception {
      try (Served served = new Served();
          WireClient client = client(patience)) {
        served.result = new CompletableFuture<>();
        CompletableFuture<Result> unanswered = client.write(served.address(), command, patience);
        await().until(() -> !served.commands.isEmpty());
        served.accepted.getFirst().close();
        assertThatThrownBy(unanswered::join).cause().isNotInstanceOf(NotReachedException.class);
        served.result = CompletableFuture.completedFuture(new NotOwner());
        await()
            .ignoreExceptionsMatching(e -> e.getCause() instanceof NotReachedException)
            .until(
                () -> client.write(served.address(), command, patience).join(),
                new NotOwner()::equals);
        assertThat(served.accepted).hasSize(2);
      }
    }

    /// Other requests on the connection are answered.
    @Test
    void messagesThatAreTooLongFailAlone() throws Exception {
      try (Served served = new Served();
          WireClient client = client(patience)) {
        served.result = new CompletableFuture<>();
        CompletableFuture<Result> other = client.write(served.address(), command, patience);
        await().until(() -> !served.commands.isEmpty());
        CompletableFuture<Result> waiting = served.result;
        served.result =
            CompletableFuture.completedFuture(new Unknown("x".repeat(WireClient.MAX_BYTES)));
        assertThatThrownBy(() -> client.write(served.address(), command, patience).join())
            .hasMessageContaining("its answer has");
        assertThatThrownBy(() ->
                client.write(served.address(), new byte[WireClient.MAX_BYTES + 1], patience).join())
            .hasMessageContaining("a request has");
        waiting.complete(new Changed(true));
        assertThat(other.join()).isEqualTo(new Changed(true));
        assertThat(served.accepted).hasSize(1);
      }
    }

    /// It sends the head of its answer byte by byte, so that no read lasts long.
    @Test
    void anInstanceThatDoesNotEndItsHandshakeIsGivenUp() throws Exception {
      try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
          WireClient client = client(patience)) {
        String address = "127.0.0.1:" + listening.getLocalPort();
        CompletableFuture<Result> unanswered = client.write(address, command, patience);
        try (Socket socket = listening.accept()) {
          assertThatThrownBy(
                  () -> {
                    while (true) {
                      socket.getOutputStream().write('x');
                      Thread.sleep(5);
                    }
                  })
              .isInstanceOf(IOException.class); // the other side has closed the connection
          assertThatThrownBy(unanswered::join)
              .cause()
              .isInstanceOf(NotReachedException.class)
              .hasMessageContaining("not connected within 2 s");
        }
      }
    }

    /// Also if each request is given up before the instance has been silent for long enough.
    @Test
    void anInstanceThatDoesNotAnswerShortRequestsIsGivenUp() throws Exception {
      try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
          WireClient client = client(Duration.ofSeconds(3))) {
        String address = "127.0.0.1:" + listening.getLocalPort();
        CompletableFuture<Result> unanswered = client.write(address, command, Duration.ofMillis(1));
        try (Socket socket = listening.accept()) {
          socket.setSoTimeout(30_000);
          socket.getOutputStream().write("HTTP/1.1 101 \r\n\r\n".getBytes(StandardCharsets.UTF_8));
          assertThatThrownBy(unanswered::join).hasMessageContaining("in time");
          assertThat(socket.getInputStream().readAllBytes()).isNotEmpty(); // to its end
        }
      }
    }

    @Test
    void anInstanceThatIsSilentIsGivenUp() throws Exception {
      try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
          WireClient client = client(Duration.ofMillis(1))) {
        String address = "127.0.0.1:" + listening.getLocalPort();
        CompletableFuture<Result> unanswered = client.write(address, command, patience);
        try (Socket socket = listening.accept()) {
          socket.getOutputStream().write("HTTP/1.1 101 \r\n\r\n".getBytes(StandardCharsets.UTF_8));
          assertThatThrownBy(unanswered::join)
              .isInstanceOf(CompletionException.class)
              .hasMessageContaining("silent");
        }
      }
    }

    @Test
    void aPeerThatIsSilentIsGivenUp() throws Exception {
      try (Served served = new Served(Duration.ofMillis(1));
          Socket socket = new Socket("127.0.0.1", served.listening.getLocalPort())) {
        socket.setSoTimeout(30_000);
        Handshake.request(
            socket.getInputStream(), socket.getOutputStream(), served.address(), "the secret");
        assertThat(socket.getInputStream().readAllBytes()).isEmpty(); // to its end
      }
    }

    /// So the other side does not give it up.
    @Test
    void aClientWithoutRequestsShowsThatItIsAlive() throws Exception {
      try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
          WireClient client = client(patience)) {
        var _ = client.write("127.0.0.1:" + listening.getLocalPort(), command, patience);
        try (Socket socket = listening.accept()) {
          Frames received = accepted(socket);
          Frame request = received.read();
          assertThat(request.kind()).isEqualTo(Frame.Kind.WRITE);
          received.write(Frame.failure(request.number(), "which ends it"));
          for (int i = 0; i < 2; i++) {
            assertThat(received.read().kind()).isEqualTo(Frame.Kind.PING);
          }
        }
      }
    }

    /// It waited behind others which the other side does not read.
    @Test
    void aRequestThatIsNotWrittenInTimeIsCertainlyNotExecuted() throws Exception {
      try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
          WireClient client = client(patience)) {
        String address = "127.0.0.1:" + listening.getLocalPort();
        CompletableFuture<Result> written =
            client.write(address, new byte[WireClient.MAX_BYTES], patience);
        try (Socket socket = listening.accept()) {
          Frames received = accepted(socket);
          CompletableFuture<Result> late = client.write(address, command, Duration.ofMillis(1));
          assertThatThrownBy(late::join).cause().isInstanceOf(NotReachedException.class);
          assertThat(written).isNotDone();
          assertThat(received.read().message()).hasSize(WireClient.MAX_BYTES);
          assertThat(received.read().kind()).isEqualTo(Frame.Kind.PING); // not the late one
        }
      }
    }

    private static Frames accepted(Socket socket) throws IOException {
      socket.setSoTimeout(30_000);
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      socket.getOutputStream().write("HTTP/1.1 101 \r\n\r\n".getBytes(StandardCharsets.UTF_8));
      return new Frames(in, socket.getOutputStream(), socket);
    }

    /// More than the buffers of a connection hold.
    @Test
    void whatIsDecidedIsAnsweredBeforeAServerStops() throws Exception {
      try (Served served = new Served();
          Socket socket = new Socket("127.0.0.1", served.listening.getLocalPort())) {
        Handshake.request(
            socket.getInputStream(), socket.getOutputStream(), served.address(), "the secret");
        Frames sent = new Frames(socket.getInputStream(), socket.getOutputStream(), socket);
        served.result = CompletableFuture.completedFuture(new Unknown("x".repeat(10 << 20)));
        byte[] decide = WireClient.encode(commands().get(2));
        for (int i = 0; i < 4; i++) {
          sent.write(new Frame(Frame.Kind.WRITE, i, decide));
        }
        await().until(() -> served.commands.size() == 4); // the answers before the last one wait
        Thread closing = Thread.ofPlatform().start(served.server::close);
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING); // for the writer
        for (int i = 0; i < 3; i++) {
          assertThat(sent.read().kind()).isEqualTo(Frame.Kind.ANSWER);
        }
        closing.join();
      }
    }

    @Test
    void aServerThatStopsExecutesNoFurtherCommands() throws Exception {
      try (Served served = new Served();
          WireClient client = client(patience)) {
        assertThat(client.write(served.address(), command, patience).join())
            .isInstanceOf(Changed.class);
        served.server.refuseCommands();
        assertThat(client.write(served.address(), command, patience).join())
            .isInstanceOf(NotOwner.class);
        byte[] decide = WireClient.encode(commands().get(2));
        assertThat(client.write(served.address(), decide, patience).join())
            .isInstanceOf(NotOwner.class);
        assertThat(served.commands).hasSize(1);
        assertSame(client.read(served.address(), request()).join(), response());
      }
    }

    /// A write may wait for the brokers for long.
    @Test
    void anInstanceThatIsSlowIsNotGivenUp() throws Exception {
      try (Served served = new Served();
          WireClient client = client(Duration.ofMillis(2_500))) {
        served.result = new CompletableFuture<>();
        CompletableFuture<Result> slow = client.write(served.address(), command, patience);
        Thread.sleep(4_000);
        assertThat(slow).isNotDone();
        served.result.complete(new Changed(true));
        assertThat(slow.join()).isEqualTo(new Changed(true));
        assertThat(served.accepted).hasSize(1);
      }
    }
  }
}
