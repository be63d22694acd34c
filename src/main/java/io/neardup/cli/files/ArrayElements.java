package io.neardup.cli.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// The elements of a JSON array as JSON lines: an element on each line, with spaces for the line
/// ends inside. Memory does not depend on the array. What is between brackets and quotes is not
/// checked; elements that are not JSON are faults of their lines.
final class ArrayElements extends InputStream {

  private static final int NOTHING = -1;

  private final InputStream in;
  private final byte[] chunk = new byte[1 << 16];
  private int at;
  private int end;
  private int depth; // 1 between the elements
  private boolean quoted;
  private boolean escaped;
  private boolean closed;

  ArrayElements(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int count = 0;
    while (count < length && (count == 0 || at < end)) {
      if (at == end) {
        end = in.read(chunk);
        at = 0;
        if (end < 0) {
          end = 0;
          if (!closed) {
            throw new EOFException();
          }
          return -1;
        }
      }
      int next = next(chunk[at++]);
      if (next != NOTHING) {
        to[offset + count++] = (byte) next;
      }
    }
    return count;
  }

  private int next(byte next) throws IOException {
    if (quoted) {
      quoted = escaped || next != '"';
      escaped = !escaped && next == '\\';
      return next & 0xFF;
    }
    boolean between = depth <= 1;
    switch (next) {
      case '"' -> quoted = true;
      case '[', '{' -> {
        if (depth++ == 0 && !closed) {
          return NOTHING; // with a byte order mark before it
        }
      }
      case ']', '}' -> {
        if (--depth == 0) {
          if (next == '}') {
            throw new IOException("is no JSON array: it ends with } in place of ]");
          }
          closed = true;
          return '\n';
        }
      }
      case ',' -> {
        return depth == 1 ? '\n' : next;
      }
      case '\n', '\r' -> {
        return between ? NOTHING : ' ';
      }
      case ' ', '\t' -> {
        return between ? NOTHING : next;
      }
      default -> {
        return depth == 0 && !closed ? NOTHING : next & 0xFF;
      }
    }
    return next;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
