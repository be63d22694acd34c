package io.neardup.simhash;

/// Learns how rare features are: counts the documents that have each feature. Not for concurrent
/// use.
public final class DocumentFrequencies {

  private final FeatureBag documentsWith = new FeatureBag(0);
  private int documents;

  /// Counts one document. O(features).
  ///
  /// @throws IllegalStateException if the document would bring more features than a table holds
  public void add(FeatureBag document) {
    if ((long) documentsWith.size() + document.size() > IdfTable.MAX_FEATURES) {
      throw new IllegalStateException("a table has at most 10000000 features");
    }
    document.forEach((hash, count) -> documentsWith.add(hash));
    documents++;
  }

  /// How many documents were counted.
  public int documents() {
    return documents;
  }

  /// The table of what was counted so far, idf as in [IdfTable#idf(long, long)].
  ///
  /// @throws IllegalStateException if no document had a feature
  public IdfTable build() {
    IdfTable.Builder table = new IdfTable.Builder();
    documentsWith.forEach((hash, count) -> table.add(hash, IdfTable.idf(count, documents)));
    return table.build();
  }
}
