package io.neardup.cluster.check;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// All calls of all clients, in the order of their answers, also as lines of JSON in a file.
/// Thread-safe.
final class History implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  private final long origin = System.nanoTime();
  private final List<Call> calls = new ArrayList<>();
  private final BufferedWriter file;

  /// An empty history, which replaces the file.
  History(Path file) throws IOException {
    this.file = Files.newBufferedWriter(file);
  }

  /// Reads the calls of a file.
  static List<Call> read(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.map(line -> JSON.readValue(line, Call.class)).toList();
    }
  }

  /// The time, in nanoseconds since the history began.
  long now() {
    return System.nanoTime() - origin;
  }

  /// Adds a call.
  synchronized void add(Call call) {
    calls.add(call);
    try {
      file.write(JSON.writeValueAsString(call));
      file.newLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The calls up to now.
  synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
