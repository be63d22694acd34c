/// The services behind the API: fingerprints, comparisons, lookups, documents. They combine
/// profiles, index and store, and do not depend on HTTP.
@NullMarked
package io.neardup.service;

import org.jspecify.annotations.NullMarked;
