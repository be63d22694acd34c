package io.neardup.profile;

import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.IdfTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/// Counts the documents that contain each feature, and writes the table for [IdfFile]. Not
/// thread-safe.
///
/// Takes about 200 bytes per distinct feature.
public final class IdfLearner {

  /// Longer features are written as their hash, which bounds the memory of a feature.
  private static final int MAX_NAME = 64;

  private final ComposedRecipe recipe;
  private final int maxFeatures;
  private final FeatureBag documentsByFeature = new FeatureBag(0);
  private final Map<Long, String> names = new HashMap<>(); // by hash; without long ones
  private int documents;

  IdfLearner(ComposedRecipe recipe, int maxFeatures) {
    this.recipe = recipe;
    this.maxFeatures = Math.min(maxFeatures, IdfTable.MAX_FEATURES);
  }

  /// Counts one document. O(characters).
  ///
  /// @return false if the document would exceed the allowed number of features; it is not counted
  ///   then
  /// @throws UnsupportedContentException if it has no text and no tokens
  public boolean add(Content document) {
    FeatureBag features = new FeatureBag(0);
    Map<Long, String> named = new HashMap<>();
    TokenHashes tokens = recipe.named(document);
    tokens.forEach(
        recipe.shingles(),
        (hash, occurrence) -> {
          features.add(hash);
          if (!named.containsKey(hash)) {
            String name = tokens.name(recipe.shingles(), occurrence);
            if (name.length() <= MAX_NAME) {
              named.put(hash, name);
            }
          }
        });
    if (sizeWith(features) > maxFeatures) {
      return false;
    }
    features.forEach((hash, count) -> documentsByFeature.add(hash));
    named.forEach(names::putIfAbsent);
    documents++;
    return true;
  }

  private int sizeWith(FeatureBag features) {
    int[] size = {documentsByFeature.size()};
    features.forEach((hash, count) -> size[0] += documentsByFeature.count(hash) == 0 ? 1 : 0);
    return size[0];
  }

  /// The number of distinct features.
  public int size() {
    return documentsByFeature.size();
  }

  /// Writes the table: the number of documents, then a line per feature. Features that [IdfFile]
  /// could not read from their name, such as part of a string literal, are written as their hash.
  public void writeTo(Appendable out) throws IOException {
    out.append(IdfFile.HEADER + "\t" + documents + "\n");
    try {
      documentsByFeature.forEach((hash, count) -> {
        try {
          out.append(word(hash)).append('\t').append(String.valueOf(count)).append('\n');
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private String word(long hash) {
    String name = names.get(hash);
    return name != null && isOnOneLine(name) && IdfFile.means(recipe, name, hash)
        ? name
        : IdfFile.word(hash);
  }

  /// Whether the name has no tab and no line break.
  private static boolean isOnOneLine(String name) {
    return name.indexOf('\t') < 0 && name.indexOf('\n') < 0 && name.indexOf('\r') < 0;
  }
}
