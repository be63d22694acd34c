package io.neardup.index;

import io.neardup.Seeds;
import io.neardup.index.narrow.NarrowWorld;
import io.neardup.index.wide.WideWorld;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// An index under test, narrow or wide.
///
/// @param bits the width of its fingerprints
/// @param make creates an empty one
/// @param many a number of documents at which it grows and reorganises itself
/// @param readers kinds of lookups, each exact
public record IndexSubject(
    String name,
    int bits,
    Supplier<? extends FingerprintIndex> make,
    int many,
    List<Reader> readers) {

  /// A kind of lookup that finds everything within the distance.
  ///
  /// @param reach the maximum distance of its lookups
  /// @param documents the number of documents that can be written while it reads, in all rounds
  /// @param lookups the number of lookups that take some tenths of a second, in all rounds
  public record Reader(String name, int reach, int documents, int lookups, Search path) {

    /// Reduces both numbers to the rounds of this build.
    public Reader {
      documents = Seeds.rounds(documents);
      lookups = Seeds.rounds(lookups);
    }

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

  /// All indexes under test, narrow and wide.
  static Stream<IndexSubject> all() {
    return Stream.of(NarrowWorld.subjects(), WideWorld.subjects()).flatMap(List::stream);
  }

  /// All indexes with each of their readers, as arguments of a test.
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
