package io.neardup.store;

import java.util.List;

/// A page of changes, in order. Of several changes of one document it has only the latest, and a
/// client may receive a document again that it already has.
///
/// @param changes may be empty even if more exist
/// @param next the cursor of the next page
/// @param more whether more changes exist now
public record ChangePage(List<Logged<DocumentEvent>> changes, ChangeCursor next, boolean more) {}
