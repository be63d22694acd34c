package io.neardup;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/// Collects what this process logs, from some level on. A service that starts later removes it from
/// the log.
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final Level least;
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

  private CapturedLog(Level least) {
    this.least = least;
  }

  /// Starts to collect.
  ///
  /// @param least the lowest level to collect
  public static CapturedLog open(Level least) {
    Logger root = root();
    CapturedLog log = new CapturedLog(least);
    log.setContext(root.getLoggerContext());
    log.start();
    root.addAppender(log);
    return log;
  }

  /// The events logged since the last call, with stack traces.
  public List<String> take() {
    List<String> taken = new ArrayList<>();
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      taken.add(line);
    }
    return taken;
  }

  @Override
  public void close() {
    root().detachAppender(this);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(least)) {
      String trace =
          event.getThrowableProxy() == null
              ? ""
              : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
      lines.add("logged: " + event.getFormattedMessage() + trace);
    }
  }
}
