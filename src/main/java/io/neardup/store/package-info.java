/// The documents that were stored: on disk, and by id and by number in memory.
///
/// ```
///  DocumentEvent ──► DocumentLog ──► one synced batch ──► Position
///                    (offsets,        │  log: offset → which document, or what is gone
///                     one committer)  │  documents, metadata, texts: document → revision
///                                     │  expiries, answers
///                                     ▼
///          change feed ◄── PartitionStore ──► start-up: DocumentRow ──► DocumentDirectory, index
///                               ▲
///                               └── apply(events of another log): copies, later a cluster
/// ```
///
/// [io.neardup.store.DocumentStore] opens a data directory and has all of it;
/// [io.neardup.store.Backups] copies one while it is used. The log keeps no copy of a document: it
/// names the documents in the order in which they changed, and the latest revision is read from
/// where documents are. A document is what the last event of it says, and an event is on disk with
/// all that it changes or not at all.
///
/// RocksDB is not seen from outside of this package.
@NullMarked
package io.neardup.store;

import org.jspecify.annotations.NullMarked;
