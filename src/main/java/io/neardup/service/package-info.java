/// What callers can ask for: fingerprints, comparisons, near-duplicates, documents. Composes
/// profiles, index and store; knows nothing of HTTP.
@NullMarked
package io.neardup.service;

import org.jspecify.annotations.NullMarked;
