/// Metrics of collections, jobs and the cluster.
@NullMarked
package io.neardup.config.metrics;

import org.jspecify.annotations.NullMarked;
