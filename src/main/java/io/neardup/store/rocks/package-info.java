/// The data directory: documents, collections and answers to idempotent requests in RocksDB, which
/// no other package uses but the log.
@NullMarked
package io.neardup.store.rocks;

import org.jspecify.annotations.NullMarked;
