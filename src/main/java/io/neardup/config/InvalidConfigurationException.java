package io.neardup.config;

/// A configured value with which the service cannot start. The message names the key, the fault and
/// the remedy.
final class InvalidConfigurationException extends RuntimeException {

  InvalidConfigurationException(String message) {
    super(message);
  }

  InvalidConfigurationException(String key, RuntimeException fault) {
    super(key + ": " + fault.getMessage(), fault);
  }
}
