/// neardup: a service that finds near-duplicates of texts among stored documents.
@NullMarked
package io.neardup;

import org.jspecify.annotations.NullMarked;
