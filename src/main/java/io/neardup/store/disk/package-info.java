/// The store on disk: a data directory that is opened, its metrics, its backups.
@NullMarked
package io.neardup.store.disk;

import org.jspecify.annotations.NullMarked;
