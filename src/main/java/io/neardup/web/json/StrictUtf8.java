package io.neardup.web.json;

import io.neardup.records.RecordFault;
import io.neardup.records.Utf8;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.InputDecorator;

/// Refuses JSON whose UTF-8 is not valid, as far as Jackson reads it: characters with more bytes
/// than needed, and halves of surrogate pairs. Two texts would become one otherwise.
public final class StrictUtf8 extends InputDecorator {

  private static final long serialVersionUID = 1;
  private static final String REMEDY = "send UTF-8";

  @Override
  public @Nullable InputStream decorate(IOContext context, byte[] bytes, int offset, int length) {
    if (Utf8.otherEncoding(bytes, offset, offset + length) == null) {
      try {
        Utf8.requireStrict(bytes, offset, offset + length, REMEDY);
      } catch (RecordFault e) {
        throw refusal(String.valueOf(e.getMessage()));
      }
    }
    return null; // is read as it is
  }

  @Override
  public InputStream decorate(IOContext context, InputStream in) {
    return new Checked(in);
  }

  @Override
  public Reader decorate(IOContext context, Reader reader) {
    return reader;
  }

  private static RequestException refusal(String message) {
    return new RequestException(Fault.MALFORMED_JSON, "body", message);
  }

  /// Refuses what is read of a body.
  private static final class Checked extends FilterInputStream {

    private boolean begun;
    private boolean other; // UTF-16 or UTF-32, which Jackson recognises
    private int last; // the byte before

    Checked(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (!begun) {
        begun = true;
        byte[] first = in.readNBytes(Integer.BYTES);
        other = Utf8.otherEncoding(first, 0, first.length) != null;
        in = new SequenceInputStream(new ByteArrayInputStream(first), in);
      }
      int count = in.read(bytes, offset, length);
      for (int i = offset; i < offset + count && !other; i++) {
        int next = bytes[i] & 0xFF;
        if (last > 0x7F && Utf8.isNoBegin(last, next)) {
          throw refusal(String.format(Locale.ROOT, "is not UTF-8: byte 0x%02x; %s", last, REMEDY));
        }
        last = next;
      }
      return count;
    }
  }
}
