/// The log of record of a cluster on Kafka: topics, records, the replicas of partitions in this
/// process, and who may write to them.
@NullMarked
package io.neardup.cluster.kafka;

import org.jspecify.annotations.NullMarked;
