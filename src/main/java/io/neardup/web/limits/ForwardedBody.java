package io.neardup.web.limits;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/// A body that is read from another one, with something done at each read.
abstract class ForwardedBody extends ServletInputStream {

  /// Where the bytes come from.
  protected final ServletInputStream in;

  /// @param in where the bytes come from
  ForwardedBody(ServletInputStream in) {
    this.in = in;
  }

  @Override
  public abstract int read(byte[] bytes, int offset, int length) throws IOException;

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public boolean isFinished() {
    return in.isFinished();
  }

  @Override
  public boolean isReady() {
    return in.isReady();
  }

  @Override
  public void setReadListener(ReadListener listener) {
    in.setReadListener(listener);
  }
}
