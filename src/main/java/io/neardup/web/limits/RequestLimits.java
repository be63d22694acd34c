package io.neardup.web.limits;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// How much a request may bring.
///
/// @param maxBody The largest JSON body, and the longest line of an NDJSON stream.
/// @param maxTextChars The longest text or HTML page, in characters.
/// @param maxFeatures How many tokens or features a caller may bring in place of a text.
/// @param maxQueryChars The longest encoded query of GET /duplicates, in characters.
/// @param maxMetadata The largest metadata object, as JSON text.
/// @param memory How much memory the bodies and long lines that are worked on may take, weighed by
///   what they hold; 0 for a third of the heap.
/// @param answerBuffer How much of an NDJSON answer waits in memory for a client that is still
///   sending, before the service stops reading more; of all streams together a sixteenth of the
///   heap.
/// @param maxExpansion How many times larger than what came a body in gzip may become.
/// @param maxUnpacked How large an NDJSON stream in gzip may become.
/// @param maxLearnedFeatures How many distinct features POST /document-frequencies counts; each
///   takes about 200 bytes of memory until it is answered.
/// @param explainFeatures How many features an explanation lists.
/// @param requestsPerSecond How many requests one caller may send a second, a stream being one, and
///   how many without a good key may come from one address; 0 for any number.
/// @param streams How many NDJSON streams are answered at once; one caller has at most three
///   quarters of them.
/// @param lookups Maximum of concurrent lookups, other long requests and batches of lines of
///   streams; further ones wait, fairly between callers. 0 for one per processor.
/// @param deadline How long a JSON body may take to arrive; and a lookup, with the wait for its
///   turn, a comparison, or a join that is answered as one JSON value.
@ConfigurationProperties("neardup.limits")
public record RequestLimits(
    @DefaultValue("16MB") DataSize maxBody,
    @DefaultValue("5000000") int maxTextChars,
    @DefaultValue("1000000") int maxFeatures,
    @DefaultValue("49152") int maxQueryChars,
    @DefaultValue("64KB") DataSize maxMetadata,
    @DefaultValue("0B") DataSize memory,
    @DefaultValue("64MB") DataSize answerBuffer,
    @DefaultValue("200") int maxExpansion,
    @DefaultValue("100GB") DataSize maxUnpacked,
    @DefaultValue("1000000") int maxLearnedFeatures,
    @DefaultValue("1000") int explainFeatures,
    @DefaultValue("0") int requestsPerSecond,
    @DefaultValue("16") int streams,
    @DefaultValue("0") int lookups,
    @DefaultValue("30s") Duration deadline) {

  /// Rejects limits that would keep everything out, or nothing.
  public RequestLimits {
    requireSize(1024, maxBody, "max-body");
    requireSize(2, maxMetadata, "max-metadata");
    if (memory.toBytes() != 0 && memory.toBytes() < 1 << 20) {
      throw new IllegalArgumentException("memory must be 0B, or 1MB or more, was " + memory);
    }
    requireSize(64 * 1024, answerBuffer, "answer-buffer");
    requirePositive(maxFeatures, "max-features");
    requirePositive(maxTextChars, "max-text-chars");
    requirePositive(maxQueryChars, "max-query-chars");
    requirePositive(maxExpansion, "max-expansion");
    if (maxUnpacked.toBytes() < 1024) {
      throw new IllegalArgumentException("max-unpacked must be 1KB or more, was " + maxUnpacked);
    }
    requirePositive(maxLearnedFeatures, "max-learned-features");
    requirePositive(explainFeatures, "explain-features");
    requireNotNegative(requestsPerSecond, "requests-per-second");
    requirePositive(streams, "streams");
    requireNotNegative(lookups, "lookups");
    if (deadline.toMillis() < 1) {
      throw new IllegalArgumentException("deadline must be 1ms or more, was " + deadline);
    }
  }

  /// The most bytes of a JSON body or an NDJSON line.
  public int bodyBytes() {
    return (int) maxBody.toBytes();
  }

  /// The most characters of a metadata object.
  public int metadataChars() {
    return (int) maxMetadata.toBytes();
  }

  /// The most bytes of answers that wait for the clients of all streams, beside as many that the
  /// streams share equally: a 32nd of the heap.
  public long sharedAnswerBytes() {
    return heap() / 32;
  }

  /// The most bytes of memory that bodies and long lines take.
  public long memoryBytes() {
    return memory.toBytes() != 0 ? memory.toBytes() : heap() / 3;
  }

  private static long heap() {
    return Runtime.getRuntime().maxMemory();
  }

  /// The most lookups that run at once.
  public int lookupsAtOnce() {
    return lookups > 0 ? lookups : Runtime.getRuntime().availableProcessors();
  }

  private static void requireNotNegative(int value, String key) {
    if (value < 0) {
      throw new IllegalArgumentException(key + " must be 0 or more, was " + value);
    }
  }

  private static void requireSize(int bytes, DataSize size, String key) {
    if (size.toBytes() < bytes || size.toBytes() > 1 << 30) {
      throw new IllegalArgumentException(
          key + " must be " + bytes + "B to 1GB, was " + size.toBytes() + "B");
    }
  }

  private static void requirePositive(int value, String key) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " must be 1 or more, was " + value);
    }
  }
}
