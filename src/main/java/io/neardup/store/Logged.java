package io.neardup.store;

/// An event and where it is in the log. A stored document is its latest [DocumentEvent.Put].
///
/// @param <E> the kind of event
public record Logged<E extends DocumentEvent>(Position position, E event) {}
