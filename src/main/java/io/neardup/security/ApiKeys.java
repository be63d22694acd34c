package io.neardup.security;

import io.neardup.security.AccessProperties.ApiKey;
import io.neardup.service.InvalidConfigurationException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The configured API keys, stored as SHA-256 hashes. A key is 32 random bytes, not a guessable
/// password, so a fast hash suffices.
final class ApiKeys {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern SHA_256 = Pattern.compile("[0-9a-fA-F]{64}");

  private final List<HashedKey> entries;

  /// @throws InvalidConfigurationException if a key is invalid; the message does not contain the
  ///   key
  ApiKeys(List<ApiKey> configured) {
    List<HashedKey> read = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < configured.size(); i++) {
      String at = "neardup.security.api-keys[" + i + "]";
      HashedKey entry = entry(at, configured.get(i));
      require(names.add(entry.caller.name()), at + ".name is the name of another key");
      require(
          hashes.add(HexFormat.of().formatHex(entry.sha256)), at + " is the same as another key");
      read.add(entry);
    }
    entries = List.copyOf(read);
  }

  @SuppressWarnings("ArrayRecordComponent") // compared only as a whole, by MessageDigest
  private record HashedKey(byte[] sha256, Caller caller) {}

  /// The caller with this key. Constant-time: does not depend on the key or on whether it is valid.
  Optional<Caller> find(String key) {
    byte[] sha256 = sha256(key);
    Caller found = null;
    for (HashedKey entry : entries) {
      if (MessageDigest.isEqual(entry.sha256, sha256)) {
        found = entry.caller;
      }
    }
    return Optional.ofNullable(found);
  }

  /// Whether no keys are configured.
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /// Whether any of them has its own rate limit.
  boolean haveRates() {
    return entries.stream().anyMatch(entry -> entry.caller.requestsPerSecond() != null);
  }

  private static HashedKey entry(String at, ApiKey key) {
    String name = key.name();
    require(
        name != null && NAME.matcher(name).matches(),
        at + ".name must have 1 to 64 letters, digits, dots, dashes and underscores");
    require(!key.roles().isEmpty(), at + ".roles must name one of read, write, admin");
    require(
        key.collections() == null || !key.collections().isEmpty(),
        at + ".collections must name at least one collection; remove it to allow all");
    require(
        key.requestsPerSecond() == null || key.requestsPerSecond() >= 0,
        at + ".requests-per-second must be 0 or more, 0 for any number");
    return new HashedKey(
        hash(at, key.keySha256(), key.key()),
        new Caller(String.valueOf(name), key.roles(), key.collections(), key.requestsPerSecond()));
  }

  private static byte[] hash(String at, @Nullable String hex, @Nullable String key) {
    if (hex == null) {
      require(key != null && !key.isBlank(), at + " must have key-sha256, or key for tests");
      return sha256(String.valueOf(key));
    }
    require(key == null, at + " must have key-sha256 or key, not both");
    require(SHA_256.matcher(hex).matches(), at + ".key-sha256 must be 64 hex digits");
    return HexFormat.of().parseHex(hex);
  }

  private static void require(boolean fulfilled, String message) {
    if (!fulfilled) {
      throw new InvalidConfigurationException(
          message,
          "Create a key with 'openssl rand -hex 32', and its hash with"
              + " 'echo -n \"$KEY\" | sha256sum'; docs/access.md has an example.");
    }
  }

  private static byte[] sha256(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
