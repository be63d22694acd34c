package io.neardup.service.collection;

import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.write.OnDuplicate;

/// How documents are copied.
///
/// @param near the lookup of near-duplicates in the target
/// @param onDuplicate what happens if there are some
/// @param byFingerprint whether a document without a text is copied by its fingerprint, if the
///   target has the same profile
public record CopyRule(LookupRequest near, OnDuplicate onDuplicate, boolean byFingerprint) {}
