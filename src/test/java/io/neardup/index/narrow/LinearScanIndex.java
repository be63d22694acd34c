package io.neardup.index.narrow;

import io.neardup.index.DocumentIds;
import io.neardup.index.Match;
import io.neardup.simhash.Fingerprint;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a [PermutationIndex] must find, found by looking at every document.
final class LinearScanIndex {

  private final DocumentIds ids;
  private final int bits;
  private final Map<Integer, Long> fingerprints = new HashMap<>();

  LinearScanIndex(DocumentIds ids, int bits) {
    this.ids = ids;
    this.bits = bits;
  }

  void put(int document, long fingerprint) {
    fingerprints.put(document, fingerprint);
  }

  void remove(int document) {
    fingerprints.remove(document);
  }

  /// Every document with its fingerprint.
  Map<Integer, Long> documents() {
    return fingerprints;
  }

  /// Every document within the distance, nearest first, then by id.
  List<Match> search(long query, int maxDistance) {
    return fingerprints.entrySet().stream()
        .map(entry -> match(entry.getKey(), entry.getValue(), query))
        .filter(match -> match.distance() <= maxDistance)
        .sorted(Comparator.comparingInt(Match::distance).thenComparing(Match::id))
        .toList();
  }

  private Match match(int document, long fingerprint, long query) {
    int distance = Long.bitCount(fingerprint ^ query);
    return new Match(
        document, String.valueOf(ids.idOf(document)), Fingerprint.of(bits, fingerprint), distance);
  }
}
