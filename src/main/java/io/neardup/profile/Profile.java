package io.neardup.profile;

import io.neardup.simhash.FeatureReader;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;

/// A named, versioned recipe from content to fingerprint. Stateless and thread-safe.
///
/// The bits of a profile never change, since stored fingerprints depend on them. A better recipe
/// gets a new name.
///
/// @param name lower case, ends in its version, such as `paper-v1`
/// @param description one readable sentence
/// @param bits the width of its fingerprints
/// @param maxDistance the default distance up to which texts count as near-duplicates
/// @param recipe computes the fingerprints
public record Profile(String name, String description, int bits, int maxDistance, Recipe recipe) {

  private static final int CONFIDENT_TOKENS = 8;

  /// A text with everything that recipes may treat differently: case, marks, numbers, stop words,
  /// other scripts, markup, code, repeated words.
  private static final Content SAMPLE =
      new Content.Text(
          """
          The quick brown fox doesn't jump over 12 lazy dogs; the Café at No. 7, Straße 8, is closed. \
          人工智能正在改变世界，北京大学的学生今天学习。 Быстрая лиса. 吾輩は猫である。 \
          for (int i = 0; i < items.length; i++) { total += items[i].price; } // the total, the total \
          <p>Read more: https://example.org/a?b=1 &amp; <b>the fox</b>, the fox, the fox.</p>
          """);

  /// Checks the distance.
  public Profile {
    if (maxDistance < 0 || maxDistance > bits) {
      throw new IllegalArgumentException(
          "maxDistance must be 0 to " + bits + " bits, was " + maxDistance);
    }
  }

  /// The projection, which determines what distances estimate.
  public Projection projection() {
    return recipe.projection();
  }

  /// Below this number of distinct features distances are unreliable, because one changed word
  /// changes too many bits.
  public int confidentFeatures() {
    return CONFIDENT_TOKENS * recipe.featuresPerToken();
  }

  /// Computes the fingerprint. O(characters).
  public Sketch sketch(Content content) {
    return recipe.sketch(content);
  }

  /// Computes the fingerprint, and passes the distinct features to `features`. O(characters).
  public Sketch sketch(Content content, FeatureReader features) {
    return recipe.sketch(content, features);
  }

  /// The fingerprint of a fixed sample text: recipes with different samples are different.
  public Fingerprint sample() {
    return sketch(SAMPLE).fingerprint();
  }

  /// The hashes and weights of the distinct features, which the similarity of two texts is computed
  /// from. O(characters).
  public FeatureVector vector(Content content) {
    return recipe.vector(content);
  }

  /// The tokens of a text in order, for finding passages: the profile's own tokens, or words if its
  /// features are runs of characters or depend on the whole text. O(characters).
  ///
  /// @param located whether to include their places in the text
  public TextTokens tokens(String text, boolean located) {
    return tokens(text, located, () -> {});
  }

  /// Like [#tokens(String, boolean)].
  ///
  /// @param check called periodically, and may throw
  public TextTokens tokens(String text, boolean located, Runnable check) {
    return recipe.tokens(text, located, check);
  }

  /// Computes the fingerprint with all intermediate steps. O(characters).
  public Explanation explain(Content content) {
    return explain(content, () -> {});
  }

  /// Like [#explain(Content)].
  ///
  /// @param check called periodically, and may throw
  public Explanation explain(Content content, Runnable check) {
    return recipe.explain(content, check);
  }
}
