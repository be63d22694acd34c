package io.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// A key and a self-signed certificate for localhost.
public record TlsKey(KeyStore keys) {

  private static final String ALIAS = "web";
  private static final String PASSWORD = "for-this-test";

  /// Creates one.
  ///
  /// @param name of its subject, such as `CN=first`
  public static TlsKey create(Path folder, String name)
      throws GeneralSecurityException, IOException, InterruptedException {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                ALIAS,
                "-dname",
                name,
                "-ext",
                "SAN=dns:localhost",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new TlsKey(keys);
  }

  /// Writes certificate and key as PEM, to `tls.crt` and `tls.key`.
  public void write(Path folder) throws GeneralSecurityException, IOException {
    Files.writeString(
        folder.resolve("tls.crt"), pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    Files.writeString(
        folder.resolve("tls.key"),
        pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
  }

  private static String pem(String what, byte[] bytes) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(bytes), what);
  }

  /// The context of a client that trusts only this certificate.
  ///
  /// @param own the key with which the client identifies itself, null for none
  public SSLContext client(@Nullable TlsKey own) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyManager[] identity = null;
    if (own != null) {
      KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
      managers.init(own.keys, PASSWORD.toCharArray());
      identity = managers.getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity, trust.getTrustManagers(), null);
    return context;
  }
}
