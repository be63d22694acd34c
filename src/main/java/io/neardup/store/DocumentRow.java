package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The fields of a stored document held in memory.
///
/// @param utf8 its id
/// @param offset of the event that stored it
/// @param features the number of distinct features of the fingerprint, null if unknown
/// @param enabled whether lookups find it
/// @param allowed whether its text is allowed
/// @param expiresAt when it expires, in milliseconds since 1970, 0 for never
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DocumentRow(
    String collection,
    byte[] utf8,
    long offset,
    Fingerprint fingerprint,
    @Nullable Integer features,
    boolean enabled,
    boolean allowed,
    long expiresAt) {

  public String id() {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
