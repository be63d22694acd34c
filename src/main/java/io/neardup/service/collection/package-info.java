/// Collections: their documents, their indexes, their life from creation to removal.
@NullMarked
package io.neardup.service.collection;

import org.jspecify.annotations.NullMarked;
