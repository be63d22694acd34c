package io.neardup.config;

import io.micrometer.context.integration.Slf4jThreadLocalAccessor;

/// Lets the threads that work on the lines of many streams log whose they are: the id of the
/// request, and who sent it. Public, and found by its name, as services are.
public final class LoggedKeys extends Slf4jThreadLocalAccessor {

  /// Names what requests and callers are logged as.
  public LoggedKeys() {
    super("http.request.id", "user.name");
  }
}
