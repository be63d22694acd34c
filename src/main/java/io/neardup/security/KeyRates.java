package io.neardup.security;

import io.neardup.service.CallerRates;
import java.util.OptionalInt;
import org.springframework.security.core.context.SecurityContextHolder;

/// The rate limits of keys that have their own.
///
/// @param anyConfigured whether at least one key has its own limit
record KeyRates(boolean anyConfigured) implements CallerRates {

  @Override
  public OptionalInt ofPresentCaller() {
    return SecurityContextHolder.getContext().getAuthentication()
                instanceof CallerAuthentication authentication
            && authentication.getPrincipal().requestsPerSecond() != null
        ? OptionalInt.of(authentication.getPrincipal().requestsPerSecond())
        : OptionalInt.empty();
  }
}
