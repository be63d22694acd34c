package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.state.internals.AbstractStoreBuilder;
import org.jspecify.annotations.Nullable;

/// The Kafka Streams topology: one source, the document topic, and one state store, the replica of
/// a partition. The topic is also the store's changelog, so Kafka Streams fills standby stores from
/// it.
final class ReplicaTopology {

  static final String STORE = "documents";

  private static final String SOURCE = "log";
  private static final String PROCESSOR = "owner";

  private ReplicaTopology() {}

  /// @param roles by partition
  static Topology of(String topic, IntFunction<PartitionRole> roles) {
    Topology topology = new Topology();
    topology.addReadOnlyStateStore(
        new AbstractStoreBuilder<byte[], byte[], StateStore>(
            STORE, Serdes.ByteArray(), Serdes.ByteArray(), Time.SYSTEM) {
          @Override
          public StateStore build() {
            return new Store(roles);
          }
        },
        SOURCE,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic,
        PROCESSOR,
        () -> new Owner(topic, roles));
    return topology;
  }

  /// Configures Kafka Streams to apply records in batches.
  ///
  /// @param roles by partition
  static Properties batched(Properties streams, IntFunction<PartitionRole> roles) {
    streams.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
        PolledBatches.class.getName());
    streams.put(StreamsConfig.mainConsumerPrefix(PolledBatches.ROLES), roles);
    return streams;
  }

  private static final class Owner extends ContextualProcessor<byte[], byte[], Void, Void> {

    private final String topic;
    private final IntFunction<PartitionRole> roles;
    private @Nullable PartitionRole role;

    Owner(String topic, IntFunction<PartitionRole> roles) {
      this.topic = topic;
      this.roles = roles;
    }

    @Override
    public void init(ProcessorContext<Void, Void> given) {
      super.init(given);
      role = roles.apply(given.taskId().partition());
      role.own();
    }

    @Override
    public void process(Record<byte[], byte[]> read) {
      RecordMetadata at = context().recordMetadata().orElseThrow();
      PartitionRole known = Objects.requireNonNull(role);
      if (LogRecord.position(at.partition(), at.offset()).offset() > known.replica().applied()) {
        known
            .replica()
            .apply(
                List.of(
                    record(topic, at, read.timestamp(), read.key(), read.value(), read.headers())));
      }
    }

    private static ConsumerRecord<byte[], byte[]> record(
        String topic, RecordMetadata at, long time, byte[] key, byte[] value, Headers headers) {
      return new ConsumerRecord<>(
          topic,
          at.partition(),
          at.offset(),
          time,
          TimestampType.CREATE_TIME,
          ConsumerRecord.NULL_SIZE,
          ConsumerRecord.NULL_SIZE,
          key,
          value,
          headers,
          java.util.Optional.empty());
    }

    @Override
    public void close() {
      if (role != null) {
        role.disown();
      }
    }
  }

  private static final class Store implements StateStore {

    private final IntFunction<PartitionRole> roles;
    private @Nullable PartitionRole role;

    Store(IntFunction<PartitionRole> roles) {
      this.roles = roles;
    }

    @Override
    public String name() {
      return STORE;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
      PartitionRole assigned = roles.apply(context.taskId().partition());
      role = assigned;
      assigned.host();
      context.register(
          root,
          new RecordBatchingStateRestoreCallback() {
            @Override
            public void restoreBatch(Collection<ConsumerRecord<byte[], byte[]>> records) {
              assigned.replica().apply(List.copyOf(records));
            }
          });
    }

    @Override
    public void flush() {
      if (role != null) {
        role.sync();
      }
    }

    @Override
    public void close() {
      if (role != null) {
        role.release();
        role = null;
      }
    }

    @Override
    public boolean persistent() {
      return true;
    }

    @Override
    public boolean isOpen() {
      return role != null;
    }
  }
}
