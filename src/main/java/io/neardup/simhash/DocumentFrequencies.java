package io.neardup.simhash;

/// Counts the documents that contain each feature, from which idf tables are built. Not
/// thread-safe.
public final class DocumentFrequencies {

  private final FeatureBag documentsWith = new FeatureBag(0);
  private int documents;

  /// Counts of no document.
  public DocumentFrequencies() {}

  /// Counts one document. O(features).
  ///
  /// @throws IllegalStateException if the table would exceed its maximum number of features
  public void add(FeatureBag document) {
    if ((long) documentsWith.size() + document.size() > IdfTable.MAX_FEATURES) {
      throw new IllegalStateException("a table has at most 10000000 features");
    }
    document.forEach((hash, count) -> documentsWith.add(hash));
    documents++;
  }

  /// The number of documents counted.
  public int documents() {
    return documents;
  }

  /// Passes each feature once, in order of appearance, with its document frequency.
  public void forEach(FeatureBag.CountedFeature action) {
    documentsWith.forEach(action);
  }

  /// The number of distinct features if `document` were added. O(features).
  public int sizeWith(FeatureBag document) {
    int[] size = {documentsWith.size()};
    document.forEach((hash, count) -> size[0] += documentsWith.count(hash) == 0 ? 1 : 0);
    return size[0];
  }

  /// The table of idf as in [IdfTable#idf(long, long)].
  ///
  /// @throws IllegalStateException if no document had a feature
  public IdfTable build() {
    IdfTable.Builder table = new IdfTable.Builder();
    documentsWith.forEach((hash, count) -> table.add(hash, IdfTable.idf(count, documents)));
    return table.build();
  }

  /// The number of distinct features.
  public int size() {
    return documentsWith.size();
  }
}
