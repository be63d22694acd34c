package io.neardup.web.limits;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/// A body that reads from another one and does something at each read.
abstract class ForwardedBody extends ServletInputStream {

  /// The source of the bytes.
  protected final ServletInputStream in;

  /// @param in the source of the bytes
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
    return true;
  }

  @Override
  public void setReadListener(ReadListener listener) {
    throw new UnsupportedOperationException("read it with a thread");
  }
}
