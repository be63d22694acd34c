package io.neardup.store;

import java.util.List;

/// Some changes, in the order in which they happened. Of several changes of one document only the
/// latest is among them, and a follower may meet a document again that it already has.
///
/// @param changes may be empty though there are more
/// @param next where the next page begins
/// @param more whether there are more changes by now
public record ChangePage(List<Logged<DocumentEvent>> changes, ChangeCursor next, boolean more) {}
