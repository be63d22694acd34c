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

  /// Takes each feature once, in order of appearance, with how many documents have it.
  public void forEach(FeatureBag.CountedFeature action) {
    documentsWith.forEach(action);
  }

  /// How many distinct features there would be with those of `document`. O(features).
  public int sizeWith(FeatureBag document) {
    int[] size = {documentsWith.size()};
    document.forEach((hash, count) -> size[0] += documentsWith.count(hash) == 0 ? 1 : 0);
    return size[0];
  }

  /// The table of what was counted so far, idf as in [IdfTable#idf(long, long)].
  ///
  /// @throws IllegalStateException if no document had a feature
  public IdfTable build() {
    IdfTable.Builder table = new IdfTable.Builder();
    documentsWith.forEach((hash, count) -> table.add(hash, IdfTable.idf(count, documents)));
    return table.build();
  }

  /// How many distinct features there are.
  public int size() {
    return documentsWith.size();
  }
}
