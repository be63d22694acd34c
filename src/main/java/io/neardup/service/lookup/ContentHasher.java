package io.neardup.service.lookup;

import io.neardup.profile.Content;
import io.neardup.store.ContentHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/// Recognises documents with identical content by the first 128 bits of its SHA-256.
public final class ContentHasher {

  private ContentHasher() {}

  public static ContentHash hash(Content content) {
    MessageDigest digest = sha256();
    switch (content) {
      case Content.Text(String text) -> add(digest, 't', text);
      case Content.Html(String html) -> add(digest, 'h', html);
      case Content.Tokens(List<String> tokens) -> tokens.forEach(token -> add(digest, 'k', token));
      case Content.Features(var features) ->
          features.forEach(
              feature -> add(digest, 'f', feature.feature() + '\0' + feature.weight()));
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new ContentHash(hash.getLong(), hash.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void add(MessageDigest digest, char kind, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(5).put((byte) kind).putInt(bytes.length).flip());
    digest.update(bytes);
  }
}
