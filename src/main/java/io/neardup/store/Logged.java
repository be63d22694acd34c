package io.neardup.store;

/// An event and its position in the log. A stored document is represented by its latest
/// [DocumentEvent.Put].
///
/// @param <E> the kind of event
public record Logged<E extends DocumentEvent>(Position position, E event) {}
