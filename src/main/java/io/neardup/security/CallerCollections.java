package io.neardup.security;

import io.neardup.service.CollectionAccess;
import org.springframework.security.core.context.SecurityContextHolder;

/// Lets each caller use the collections that its key or token is good for. What runs without a
/// caller may use none, so that work handed to another thread fails rather than opens a door.
final class CallerCollections implements CollectionAccess {

  @Override
  public boolean permits(String collection) {
    return SecurityContextHolder.getContext().getAuthentication()
            instanceof CallerAuthentication authentication
        && authentication.getPrincipal().mayUse(collection);
  }
}
