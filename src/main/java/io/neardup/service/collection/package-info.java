/// Collections: their documents and indexes, and their lifecycle from creation to deletion.
@NullMarked
package io.neardup.service.collection;

import org.jspecify.annotations.NullMarked;
