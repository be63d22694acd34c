package io.neardup.service.lookup;

import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of the documents of a collection.
///
/// @param next the id after which the next page begins, null after the last page
public record DocumentPage(List<Document> documents, @Nullable String next) {}
