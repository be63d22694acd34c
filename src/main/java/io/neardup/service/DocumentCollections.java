package io.neardup.service;

import io.neardup.service.RequestException.Kind;
import org.jspecify.annotations.Nullable;

/// The collections by name.
public final class DocumentCollections {

  /// The collection of callers who name none; it always exists.
  public static final String DEFAULT = "default";

  private final DocumentCollection defaultCollection;
  private final CollectionAccess access;

  /// @param defaultCollection the one named `default`
  /// @param access who may use which
  public DocumentCollections(DocumentCollection defaultCollection, CollectionAccess access) {
    this.defaultCollection = defaultCollection;
    this.access = access;
  }

  /// The collection of that name, or the default one. Every request that touches a collection gets
  /// it here, so here it is asked whether its caller may.
  ///
  /// @throws RequestException if there is none of that name, or the caller may not use it
  public DocumentCollection get(@Nullable String name) {
    String wanted = name == null ? DEFAULT : name;
    if (!access.permits(wanted)) {
      throw new RequestException(
          Kind.FORBIDDEN,
          "collection",
          "'" + wanted + "' is not one that this key or token is good for; name one that is");
    }
    if (name == null || name.equals(DEFAULT)) {
      return defaultCollection;
    }
    throw new RequestException(
        Kind.NOT_FOUND,
        "collection",
        "must name a collection that exists: " + DEFAULT + "; was '" + name + "'");
  }
}
