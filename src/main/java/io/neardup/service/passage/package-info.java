/// Lookups of documents that quote a text or are quoted in it.
@NullMarked
package io.neardup.service.passage;

import org.jspecify.annotations.NullMarked;
