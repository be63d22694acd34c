package io.neardup.cluster.kafka;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;

/// Creates the Kafka clients of an instance, each with its settings.
public final class KafkaClients {

  /// Maximum time to apply events before the next ones are read. A request to join the group waits
  /// a little longer for an answer, even from a suspended broker, and the instance has no
  /// partitions meanwhile.
  private static final Duration LONGEST_BATCH = Duration.ofSeconds(30);

  private static final int COMMIT_MILLIS = 100;

  private final ClusterProperties properties;
  private final String instance;
  private final String process;

  /// @param url where other instances reach this one
  public KafkaClients(ClusterProperties properties, URI url) {
    this.properties = properties;
    this.instance = url.getHost() + ":" + port(url);
    this.process = instance + "/" + UUID.randomUUID();
  }

  private static int port(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return "https".equals(url.getScheme()) ? 443 : 80;
  }

  /// The host and port of this instance.
  public String instance() {
    return instance;
  }

  /// The host and port of this instance, and a random number for this process: another process may
  /// have had the same address, and may still be suspended.
  public String process() {
    return process;
  }

  private Properties common() {
    Properties common = new Properties();
    common.putAll(properties.kafka());
    common.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, properties.bootstrapServers());
    // A failed broker is replaced within seconds: do not wait longer for it.
    common.putIfAbsent(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, "2000");
    common.putIfAbsent(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, "4000");
    return common;
  }

  public Admin admin() {
    Properties admin = common();
    admin.putIfAbsent(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "3000");
    admin.putIfAbsent(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
    return Admin.create(admin);
  }

  /// An idempotent producer of events: acknowledged by enough brokers, in order, without
  /// duplicates.
  public Producer<byte[], byte[]> producer() {
    return new KafkaProducer<>(producing());
  }

  /// A transactional producer for the catalog.
  public Producer<byte[], byte[]> transactions() {
    Properties producer = producing();
    producer.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, properties.topicPrefix() + "-catalog");
    producer.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
    return new KafkaProducer<>(producer);
  }

  private Properties producing() {
    Properties producer = common();
    producer.put(ProducerConfig.ACKS_CONFIG, "all");
    producer.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    producer.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    producer.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, 128 << 10);
    producer.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD);
    producer.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
    producer.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
    producer.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 15_000);
    producer.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    producer.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return producer;
  }

  /// A consumer whose partitions the caller assigns.
  public Consumer<byte[], byte[]> consumer() {
    Properties consumer = common();
    consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    consumer.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    consumer.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // After a transaction, a broker answers an open fetch only after this time.
    consumer.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
    consumer.putIfAbsent(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
    consumer.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
    consumer.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    consumer.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return new KafkaConsumer<>(consumer);
  }

  /// The settings of Kafka Streams.
  ///
  /// @param directory for its positions
  public Properties streams(Path directory) {
    Properties streams = common();
    streams.put(StreamsConfig.APPLICATION_ID_CONFIG, properties.topicPrefix());
    streams.put(StreamsConfig.APPLICATION_SERVER_CONFIG, instance);
    streams.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    streams.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, properties.standbys());
    streams.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) properties.replicationFactor());
    // Standbys read up to the owner's committed position.
    streams.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    // No write waits for a standby, so it fetches in few large requests.
    streams.putIfAbsent(
        StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MIN_BYTES_CONFIG), 1 << 20);
    streams.putIfAbsent(
        StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG),
        COMMIT_MILLIS);
    streams.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000);
    streams.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, 8);
    // Time after the last sign of life until an instance's partitions are assigned to others.
    streams.putIfAbsent(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000);
    streams.putIfAbsent(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
    streams.putIfAbsent(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG),
        (int) LONGEST_BATCH.toMillis());
    streams.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    streams.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 2_000);
    streams.put(StreamsConfig.consumerPrefix(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG), 3_000);
    streams.put(StreamsConfig.consumerPrefix(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG), 10_000);
    // A partition cannot be revoked while a question about a standby waits for its answer.
    streams.put(
        StreamsConfig.adminClientPrefix(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG), 3_000);
    streams.put(
        StreamsConfig.adminClientPrefix(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG), 10_000);
    return streams;
  }
}
