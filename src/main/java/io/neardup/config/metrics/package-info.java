/// Metrics of collections, joins, store and backups.
@NullMarked
package io.neardup.config.metrics;

import org.jspecify.annotations.NullMarked;
