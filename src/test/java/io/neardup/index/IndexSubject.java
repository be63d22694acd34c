package io.neardup.index;

import io.neardup.index.narrow.NarrowWorld;
import io.neardup.index.wide.WideWorld;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// An index that tests examine, whichever it is.
///
/// @param bits the width of its fingerprints
/// @param make makes an empty one
/// @param many so many documents make it grow and reorganize itself
/// @param readers ways to look up, each exact
public record IndexSubject(
    String name,
    int bits,
    Supplier<? extends FingerprintIndex> make,
    int many,
    List<Reader> readers) {

  /// A way to look up that finds everything within the distance.
  ///
  /// @param reach the distance of its lookups
  /// @param documents so many can be written while it reads
  /// @param lookups so many take some tenths of a second
  public record Reader(String name, int reach, int documents, int lookups, Search path) {

    SearchResult search(FingerprintIndex index, Fingerprint query, int limit) {
      return path.search(index, query, reach, limit);
    }

    /// The documents of all matches.
    List<Integer> documents(FingerprintIndex index, Fingerprint query) {
      return IndexSubject.documents(search(index, query, 1_000_000));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /// Looks up.
  @FunctionalInterface
  public interface Search {
    SearchResult search(FingerprintIndex index, Fingerprint query, int maxDistance, int limit);
  }

  /// Narrow and wide ones.
  static Stream<IndexSubject> all() {
    return Stream.of(NarrowWorld.subjects(), WideWorld.subjects()).flatMap(List::stream);
  }

  /// All of them with each of their readers, as arguments of a test.
  static Stream<Arguments> withReaders() {
    return all()
        .flatMap(
            subject -> subject.readers().stream().map(reader -> Arguments.of(subject, reader)));
  }

  static List<Integer> documents(SearchResult result) {
    return result.matches().stream().map(Match::document).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
