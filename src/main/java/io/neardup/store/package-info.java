/// Storage of documents: on disk, and by id and ordinal in memory.
///
/// ```
///  DocumentEvent ──► DocumentLog ──► one synced batch ──► Position
///                    (offsets,        │  log: offset → which document, or what was deleted
///                     one committer)  │  documents, metadata, texts: document → revision
///                                     │  expiries, answers
///                                     ▼
///          change feed ◄── PartitionStore ──► start-up: DocumentRow ──► OrdinalDirectory, index
///                               ▲
///                               └── apply(events of another log): for copies and replicas
/// ```
///
/// `store.disk.DocumentStore` opens a data directory and gives access to all parts;
/// `store.disk.Backups` copies an open one. The log has no copies of documents: it lists document
/// ids in the order of changes, and the latest revision is read from the document tables. A
/// document's last event determines its state; an event is on disk with all its changes or not at
/// all.
///
/// RocksDB is not visible outside this package and its subpackages.
@NullMarked
package io.neardup.store;

import org.jspecify.annotations.NullMarked;
