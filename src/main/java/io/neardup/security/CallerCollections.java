package io.neardup.security;

import io.neardup.service.CollectionAccess;
import org.springframework.security.core.context.SecurityContextHolder;

/// Allows each caller the collections of its key or token. Code that runs without a caller may use
/// none, so that work passed to another thread by mistake fails.
final class CallerCollections implements CollectionAccess {

  @Override
  public boolean permits(String collection) {
    return SecurityContextHolder.getContext().getAuthentication()
            instanceof CallerAuthentication authentication
        && authentication.getPrincipal().mayUse(collection);
  }
}
