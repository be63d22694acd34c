package io.neardup.service;

import io.neardup.service.RequestException.Kind;
import org.jspecify.annotations.Nullable;

/// The collections by name.
public final class DocumentCollections {

  /// The collection of callers who name none; it always exists.
  public static final String DEFAULT = "default";

  private final DocumentCollection defaultCollection;

  /// @param defaultCollection the one named `default`
  public DocumentCollections(DocumentCollection defaultCollection) {
    this.defaultCollection = defaultCollection;
  }

  /// The collection of that name, or the default one.
  ///
  /// @throws RequestException if there is none of that name
  public DocumentCollection get(@Nullable String name) {
    if (name == null || name.equals(DEFAULT)) {
      return defaultCollection;
    }
    throw new RequestException(
        Kind.NOT_FOUND,
        "collection",
        "must name a collection that exists: " + DEFAULT + "; was '" + name + "'");
  }
}
