package io.neardup.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A service that requires keys or tokens, with valid and invalid keys and tokens.
final class Keys implements AutoCloseable {

  static final String READER = "k-reader-4f1c7e2a";
  static final String WRITER = "k-writer-93b0d5e8";
  static final String ADMIN = "k-admin-c2a86f17";
  static final String READER_HERE = "k-reader-here-71de90b3";
  static final String WRITER_HERE = "k-writer-here-0a5bb6c4";
  static final String WRITER_ELSEWHERE = "k-writer-elsewhere-e86d2f19";
  static final String ADMIN_HERE = "k-admin-here-5d3390fe";

  /// The audience of the tokens.
  static final String AUDIENCE = "neardup-here";

  private final FreshService service;
  private final KeyPair issuer;

  private Keys(FreshService service, KeyPair issuer) {
    this.service = service;
    this.issuer = issuer;
  }

  /// Starts one; the public key of the token issuer is written to `folder`.
  static Keys start(Path folder, String... configuration)
      throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair issuer = generator.generateKeyPair();
    Path pem = Files.writeString(folder.resolve("issuer.pem"), pem(issuer));
    List<String> arguments = new ArrayList<>(List.of(configuration));
    arguments.add("--spring.security.oauth2.resourceserver.jwt.public-key-location=" + pem.toUri());
    if (arguments.stream().noneMatch(each -> each.contains("any-audience"))) {
      arguments.add("--spring.security.oauth2.resourceserver.jwt.audiences=" + AUDIENCE);
    }
    arguments.add("--neardup.backup-dir=" + folder.resolve("backups"));
    arguments.addAll(key(0, "reader", READER, "read", null));
    arguments.addAll(key(1, "writer", WRITER, "write", null));
    arguments.addAll(key(2, "admin", ADMIN, "admin", null));
    arguments.addAll(key(3, "reader-here", READER_HERE, "read", "default"));
    arguments.addAll(key(4, "writer-here", WRITER_HERE, "read,write", "other,default"));
    arguments.addAll(key(5, "writer-elsewhere", WRITER_ELSEWHERE, "write", "cats"));
    arguments.addAll(key(6, "admin-here", ADMIN_HERE, "admin", "default"));
    return new Keys(FreshService.start(arguments.toArray(String[]::new)), issuer);
  }

  /// The HTTP client of the service.
  RunningService http() {
    return service.http();
  }

  /// Sends a request with a key or token, or without one if it is null.
  Answer call(@Nullable String secret, String method, String target) {
    return http().send(method, target, secret == null ? Map.of() : Map.of("X-API-Key", secret), "");
  }

  /// A token of the issuer with these claims, valid for an hour. Its audience is this service
  /// unless the claims set another one.
  String token(Map<String, Object> claims) {
    return token(claims, Instant.now().plusSeconds(3600), issuer);
  }

  /// A token that has expired.
  String expiredToken(Map<String, Object> claims) {
    return token(claims, Instant.now().minusSeconds(3600), issuer);
  }

  /// A token signed with a wrong key.
  static String foreignToken(Map<String, Object> claims) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return token(claims, Instant.now().plusSeconds(3600), generator.generateKeyPair());
  }

  private static String token(Map<String, Object> claims, Instant expires, KeyPair signer) {
    JWTClaimsSet.Builder set =
        new JWTClaimsSet.Builder()
            .subject("somebody")
            .audience(AUDIENCE)
            .expirationTime(Date.from(expires));
    claims.forEach(set::claim);
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), set.build());
    try {
      token.sign(new RSASSASigner(signer.getPrivate()));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
    return token.serialize();
  }

  static String sha256(String key) throws GeneralSecurityException {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  private static List<String> key(
      int index, String name, String key, String roles, @Nullable String collections)
      throws GeneralSecurityException {
    String at = "--neardup.security.api-keys[" + index + "].";
    List<String> arguments =
        new ArrayList<>(
            List.of(at + "name=" + name, at + "key-sha256=" + sha256(key), at + "roles=" + roles));
    if (collections != null) {
      arguments.add(at + "collections=" + collections);
    }
    return arguments;
  }

  private static String pem(KeyPair pair) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pair.getPublic().getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  @Override
  public void close() {
    service.close();
  }
}
