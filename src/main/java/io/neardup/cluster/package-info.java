/// Instances of a cluster: reads and writes are routed to those that host the partitions.
@NullMarked
package io.neardup.cluster;

import org.jspecify.annotations.NullMarked;
