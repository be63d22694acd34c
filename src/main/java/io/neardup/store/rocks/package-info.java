/// The data directory: documents, collections and idempotent answers in RocksDB, which only this
/// package and the log use.
@NullMarked
package io.neardup.store.rocks;

import org.jspecify.annotations.NullMarked;
