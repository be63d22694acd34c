/// The in-memory directory of document ids and their ordinals, the document numbers of the index.
@NullMarked
package io.neardup.store.ids;

import org.jspecify.annotations.NullMarked;
