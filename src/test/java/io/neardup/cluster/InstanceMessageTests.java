package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.InstanceRead.Listing;
import io.neardup.cluster.InstanceRead.Question;
import io.neardup.cluster.InstanceRead.Search;
import io.neardup.cluster.InstanceWrite.Action;
import io.neardup.cluster.InstanceWrite.Command;
import io.neardup.cluster.InstanceWrite.IncomingJson;
import io.neardup.measure.Verification;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.MetadataPatch;
import io.neardup.service.write.Precondition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What instances send is what others receive.
class InstanceMessageTests {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final MetadataFilter FILTER = MetadataFilter.of(List.of("lang:en", "a.b:1"));

  @Test
  void questions() {
    Verification verification = new Verification(0.54, 1, 9, 5);
    Lookup lookup = new Lookup(5, 0.95, 10, false, FILTER, 3, verification, null, "a", null);
    assertReceived(Question.search("c", 1, new Search("0f", lookup, null)));
    assertReceived(Question.search("c", 1, new Search("0f", lookup, new byte[] {1, 2})));
    assertReceived(
        Question.list("c", 1, new Listing("a", 2, DocumentFilter.of(MetadataFilter.NONE))));
    assertReceived(
        Question.list("c", 1, new Listing("a", 2, new DocumentFilter("i", true, false, FILTER))));
    assertReceived(Question.document("c", 1, "a", true));
    assertReceived(Question.count("c", 1));
  }

  @Test
  void commands() {
    Lookup lookup = new Lookup(64, 1, 10, true, MetadataFilter.NONE, 3, null, null, "a", "a");
    IncomingJson incoming =
        new IncomingJson(new byte[] {1, 2}, 3, new byte[] {4}, lookup, 0, "SKIP", true);
    Precondition condition = new Precondition(List.of("*"), null);
    assertReceived(new Command(Action.DECIDE, "c", 1, incoming, null, condition, null, null, 3, 4));
    Expiry never = new Expiry(null);
    assertReceived(revision(new DocumentChange(true, null, new MetadataPatch("null"), never)));
    Expiry expiry = new Expiry(Instant.parse("2099-12-31T23:59:59.123456789Z"));
    assertReceived(revision(new DocumentChange(null, false, null, expiry)));
    assertReceived(revision(new DocumentChange(null, true, null, null)));
  }

  private static Command revision(DocumentChange change) {
    return new Command(
        Action.REVISE, "c", 1, null, "a", Precondition.NONE, FILTER, change, null, 0);
  }

  private static void assertReceived(Object sent) {
    Object received = MAPPER.readValue(MAPPER.writeValueAsBytes(sent), sent.getClass());
    assertThat(received).usingRecursiveComparison().isEqualTo(sent);
  }
}
