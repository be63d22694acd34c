package io.neardup.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/// Collects what is logged as an error in this process. A service that starts later takes it out of
/// the log again.
final class ErrorLog extends AppenderBase<ILoggingEvent> {

  private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();

  /// Begins to collect.
  static ErrorLog open() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ErrorLog log = new ErrorLog();
    log.setContext(root.getLoggerContext());
    log.start();
    root.addAppender(log);
    return log;
  }

  /// What was logged since this was last asked.
  List<String> take() {
    List<String> taken = new ArrayList<>();
    for (String error = errors.poll(); error != null; error = errors.poll()) {
      taken.add(error);
    }
    return taken;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      String trace =
          event.getThrowableProxy() == null
              ? ""
              : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
      errors.add("logged: " + event.getFormattedMessage() + trace);
    }
  }
}
