package io.neardup.profile;

import io.neardup.simhash.DocumentFrequencies;
import io.neardup.simhash.FeatureBag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/// Counts in how many documents each feature occurs, and writes the table that [IdfFile] reads. Not
/// for concurrent use.
///
/// Takes about 200 bytes a distinct feature.
public final class IdfLearner {

  /// Longer features are written as their hash, so that nobody fills the memory with a few of them.
  private static final int MAX_NAME = 64;

  private final ComposedRecipe recipe;
  private final int maxFeatures;
  private final DocumentFrequencies frequencies = new DocumentFrequencies();
  private final Map<Long, String> names = new HashMap<>(); // by hash; without long ones

  IdfLearner(ComposedRecipe recipe, int maxFeatures) {
    this.recipe = recipe;
    this.maxFeatures = maxFeatures;
  }

  /// Counts one document. O(characters).
  ///
  /// @return false if with it there would be more features than allowed; it does not count then
  /// @throws UnsupportedContentException if it has no text and no tokens
  public boolean add(Content document) {
    FeatureBag features = new FeatureBag(0);
    Map<Long, String> named = new HashMap<>();
    recipe.features(
        document,
        (hash, name) -> {
          features.add(hash);
          if (name != null && name.length() <= MAX_NAME) {
            named.putIfAbsent(hash, name);
          }
        });
    if (frequencies.sizeWith(features) > maxFeatures) {
      return false;
    }
    frequencies.add(features);
    named.forEach(names::putIfAbsent);
    return true;
  }

  /// How many distinct features there are by now.
  public int size() {
    return frequencies.size();
  }

  /// Writes the table: how many documents there were, then a line a feature. Features that
  /// [IdfFile] would not find in what names them, such as half a string literal of a program, are
  /// written as their hash.
  public void writeTo(Appendable out) throws IOException {
    out.append(IdfFile.HEADER + "\t" + frequencies.documents() + "\n");
    try {
      frequencies.forEach((hash, documents) -> {
        try {
          out.append(word(hash)).append('\t').append(String.valueOf(documents)).append('\n');
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

  /// Whether the name stays in its column and on its line.
  private static boolean isOnOneLine(String name) {
    return name.indexOf('\t') < 0 && name.indexOf('\n') < 0 && name.indexOf('\r') < 0;
  }
}
