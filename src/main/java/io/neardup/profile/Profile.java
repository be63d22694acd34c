package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.List;

/// A named, versioned recipe from content to fingerprint. Stateless; safe for concurrent use.
///
/// The bits that a profile gives never change: stored fingerprints depend on them. A better recipe
/// gets a new name.
public final class Profile {

  private static final int CONFIDENT_TOKENS = 8;

  /// Something of whatever recipes treat differently: case, marks, numbers, stop words, other
  /// scripts, markup, code, words that come again.
  private static final Content SAMPLE =
      new Content.Text(
          """
          The quick brown fox doesn't jump over 12 lazy dogs; the Café at No. 7, Straße 8, is closed. \
          人工智能正在改变世界，北京大学的学生今天学习。 Быстрая лиса. 吾輩は猫である。 \
          for (int i = 0; i < items.length; i++) { total += items[i].price; } // the total, the total \
          <p>Read more: https://example.org/a?b=1 &amp; <b>the fox</b>, the fox, the fox.</p>
          """);

  private final String name;
  private final String description;
  private final int bits;
  private final int maxDistance;
  private final Recipe recipe;

  /// @param name lower case, ends in its version, such as `paper-v1`
  /// @param description one sentence for people
  /// @param bits the width of its fingerprints
  /// @param maxDistance up to which distance texts count as near-duplicates unless the caller says
  ///   otherwise
  Profile(String name, String description, int bits, int maxDistance, Recipe recipe) {
    if (maxDistance < 0 || maxDistance > bits) {
      throw new IllegalArgumentException(
          "maxDistance must be 0 to " + bits + " bits, was " + maxDistance);
    }
    this.name = name;
    this.description = description;
    this.bits = bits;
    this.maxDistance = maxDistance;
    this.recipe = recipe;
  }

  /// The name callers ask for it by.
  public String name() {
    return name;
  }

  /// The recipe in a sentence.
  public String description() {
    return description;
  }

  /// The width of its fingerprints.
  public int bits() {
    return bits;
  }

  /// How features become sums, and so what distances estimate.
  public Projection projection() {
    return recipe.projection();
  }

  /// With fewer distinct features than this, one changed word moves too many bits, and distances
  /// mean little.
  public int confidentFeatures() {
    return CONFIDENT_TOKENS * recipe.featuresPerToken();
  }

  /// Up to which distance texts count as near-duplicates unless the caller says otherwise.
  public int maxDistance() {
    return maxDistance;
  }

  /// Makes the fingerprint. O(characters).
  public Sketch sketch(Content content) {
    return recipe.sketch(content);
  }

  /// The fingerprint of a text that is always the same: where it differs, so do the recipes.
  public Fingerprint sample() {
    return sketch(SAMPLE).fingerprint();
  }

  /// Learns how rare the features of this profile are, for the weights of a profile that has the
  /// same ones.
  ///
  /// @param maxFeatures how many distinct features it may come to know
  /// @throws UnsupportedContentException if this profile's features cannot be given other weights
  public IdfLearner learner(int maxFeatures) {
    if (recipe instanceof ComposedRecipe parts) {
      return new IdfLearner(parts, maxFeatures);
    }
    throw new UnsupportedContentException(
        "must be one whose weights can be exchanged, such as paper-v1, simhash-256-v1, code-v1 or"
            + " one of yours; was '"
            + name
            + "'");
  }

  /// The distinct features, as [#explain] has them, without what they add to columns.
  /// O(characters), with an object a feature.
  public List<Explanation.Feature> features(Content content) {
    return recipe.features(content);
  }

  /// Makes the fingerprint once more, slowly, and tells how. O(characters), with an object a
  /// feature.
  public Explanation explain(Content content) {
    return recipe.explain(content);
  }
}
