/// The entry to the engine. [io.neardup.engine.IndexLayout] creates indexes.
@NullMarked
package io.neardup.engine;

import org.jspecify.annotations.NullMarked;
