package io.neardup.web.limits;

import io.neardup.index.StopSignal;
import io.neardup.service.CallerQuota.Share;
import jakarta.servlet.ServletRequest;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// What a request takes of [RequestQuotas#memory] for documents that it reads from the store, until
/// its answer is written.
///
/// @param share null takes nothing
public record RequestMemory(@Nullable Share share) implements StopSignal {

  static final RequestMemory UNCOUNTED = new RequestMemory(null);

  private static final long CHAR = 2; // bytes

  /// The part of the quota that texts leave to the metadata of the same request.
  private static final int METADATA_PART = 8;

  private static final String ATTRIBUTE = "io.neardup.memory";

  /// The memory of a request, which [BodyLimitFilter] gives back.
  public static RequestMemory of(ServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof RequestMemory memory ? memory : UNCOUNTED;
  }

  static void attach(ServletRequest request, Share share) {
    request.setAttribute(ATTRIBUTE, new RequestMemory(share));
  }

  /// Reads documents, and counts their memory from before they are read on.
  ///
  /// @param mostChars that they may have
  /// @param chars that they have
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
