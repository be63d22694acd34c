package io.neardup.service.compare;

import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.peer.StoredDocument;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The content of a fingerprint, if it is known. One of the two components is null.
///
/// @param missing why it is not known, and the remedy
public record KnownContent(@Nullable Content content, @Nullable String missing) {

  /// The longest text that is explained, in characters: a third of the heap is for the features of
  /// two texts, with 20 bytes for a character.
  private static final long MAX_EXPLAINED = Runtime.getRuntime().maxMemory() / 3 / (2 * 20);

  public @Nullable String text() {
    return content == null ? null : content.readableText();
  }

  /// This content, if its features can be explained in the memory of the service.
  ///
  /// @param name of the source in messages
  KnownContent explainable(String name) {
    int chars = chars();
    return chars <= MAX_EXPLAINED
        ? this
        : new KnownContent(
            null,
            name
                + " has "
                + chars
                + " characters, more than the "
                + MAX_EXPLAINED
                + " whose explanation fits the heap of the service; give it more (-Xmx), or explain"
                + " a part of the text");
  }

  /// The characters of its text; 0 for tokens and features, which count in the body.
  int chars() {
    return switch (content) {
      case Content.Text(String text) -> text.length();
      case Content.Html(String html) -> html.length();
      case null, default -> 0;
    };
  }

  /// The content of a source.
  ///
  /// @param name of the source in messages, such as `a`
  /// @param collection of the source in this process, if it is a document
  public static KnownContent of(Source source, String name, DocumentCollection collection) {
    return of(
        source,
        name,
        source instanceof Source.OfStored(String id) ? StoredDocument.here(collection, id) : null);
  }

  /// The content of a source.
  ///
  /// @param name of the source in messages, such as `a`
  /// @param document the source, null if it is none
  static KnownContent of(Source source, String name, @Nullable StoredDocument document) {
    return switch (source) {
      case Source.OfContent(Content content) -> new KnownContent(content, null);
      case Source.OfFingerprint _ ->
          new KnownContent(
              null,
              name + " is a fingerprint, of which no features are known; give the text instead");
      case Source.OfStored _ -> of(Objects.requireNonNull(document));
    };
  }

  public static KnownContent of(StoredDocument stored) {
    DocumentCollection collection = stored.collection();
    String document = "document '" + stored.id() + "' of collection '" + collection.name() + "' ";
    return stored
        .text()
        .map(text -> new KnownContent(new Content.Text(text), null))
        .orElseGet(() ->
            new KnownContent(
                null,
                document
                    + (collection.settings().storeText()
                        ? "has no text: it was stored as tokens, features or a fingerprint, or"
                            + " before the collection kept texts; store its text again"
                        : "has no text: the collection does not store texts; PATCH /collections/"
                            + collection.name()
                            + " with {\"storeText\": true} and store its text again")));
  }
}
