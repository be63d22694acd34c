package io.neardup.config;

/// A configured value that the service cannot start with. The message names the key, the fault and
/// the remedy.
final class InvalidConfigurationException extends RuntimeException {

  InvalidConfigurationException(String message) {
    super(message);
  }

  InvalidConfigurationException(String key, RuntimeException fault) {
    super(key + ": " + fault.getMessage(), fault);
  }
}
