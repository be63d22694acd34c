package io.neardup.web.limits;

import io.neardup.index.StopSignal;
import io.neardup.service.CallerQuota.Share;
import jakarta.servlet.ServletRequest;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The share of [RequestQuotas#memory] that a request holds, until its answer is written, for
/// documents it reads from the store.
///
/// @param share null takes nothing
public record RequestMemory(@Nullable Share share) implements StopSignal {

  static final RequestMemory UNCOUNTED = new RequestMemory(null);

  private static final long CHAR = 2; // bytes

  /// Texts leave one part in this many of the quota to the same request's metadata.
  private static final int METADATA_PART = 8;

  private static final String ATTRIBUTE = "io.neardup.memory";

  /// The memory of a request; [BodyLimitFilter] gives it back.
  public static RequestMemory of(ServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof RequestMemory memory ? memory : UNCOUNTED;
  }

  static void attach(ServletRequest request, Share share) {
    request.setAttribute(ATTRIBUTE, new RequestMemory(share));
  }

  /// Reads documents, counting their memory before the read.
  ///
  /// @param mostChars that the documents may have
  /// @param chars that the documents do have
  public <T> T read(long mostChars, Supplier<T> reading, ToLongFunction<T> chars) {
    long most = CHAR * mostChars;
    hold(most);
    long taken = 0;
    try {
      T read = reading.get();
      taken = CHAR * chars.applyAsLong(read);
      return read;
    } finally {
      hold(taken - most);
    }
  }

  /// Counts memory for some characters.
  public void holdChars(long chars) {
    hold(CHAR * chars);
  }

  @Override
  public void check() {
    // Memory sets no time limit.
  }

  @Override
  public void hold(long bytes) {
    if (share == null || bytes == 0) {
      return;
    }
    if (bytes < 0) {
      share.giveBack(-bytes);
    } else {
      share.take(bytes);
    }
  }

  @Override
  public long holdText(long textBytes) {
    return share == null ? 0 : share.takeUpTo(BodyWeight.ofStored(textBytes), METADATA_PART);
  }
}
