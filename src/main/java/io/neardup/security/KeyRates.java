package io.neardup.security;

import io.neardup.service.CallerRates;
import java.util.OptionalInt;
import org.springframework.security.core.context.SecurityContextHolder;

/// Lets each key send as many requests as its configuration says, if it says so.
///
/// @param anyConfigured whether one does
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
