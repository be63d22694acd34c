package io.neardup.security;

import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;

/// Recognises loopback names and addresses, and IP address literals, without name resolution.
final class Loopback {

  private static final Pattern IPV4 = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Pattern LITERAL =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.%]+]");

  private Loopback() {}

  /// Whether the host of a URL is this machine for every client: `localhost`, a name below it,
  /// which browsers resolve themselves, or a loopback address.
  static boolean isName(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.equals("[::1]")
        || IPV4.matcher(name).matches();
  }

  /// Whether the host of a URL is an IP address literal, which no name server can redirect.
  static boolean isLiteral(String host) {
    return LITERAL.matcher(host).matches();
  }

  /// Whether an IP address is a loopback address.
  static boolean isAddress(String address) {
    if (address.equals("127.0.0.1")) {
      return true; // the usual case on the same machine
    }
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
