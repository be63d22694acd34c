package io.neardup.web.json;

import io.neardup.records.RecordFault;
import io.neardup.records.Utf8;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.InputDecorator;

/// Refuses invalid UTF-8 that Jackson would accept: overlong encodings and lone surrogates.
/// Otherwise two different texts would become equal.
public final class StrictUtf8 extends InputDecorator {

  private static final long serialVersionUID = 1;

  @Override
  public @Nullable InputStream decorate(IOContext context, byte[] bytes, int offset, int length) {
    if (Utf8.otherEncoding(bytes, offset, offset + length) == null) {
      try {
        Utf8.requireStrict(bytes, offset, offset + length, "send UTF-8");
      } catch (RecordFault e) {
        throw new RequestException(Fault.MALFORMED_JSON, "body", String.valueOf(e.getMessage()));
      }
    }
    return null; // read unchanged
  }

  @Override
  public InputStream decorate(IOContext context, InputStream in) {
    try {
      byte[] bytes = in.readAllBytes();
      decorate(context, bytes, 0, bytes.length);
      return new ByteArrayInputStream(bytes);
    } catch (IOException e) {
      throw JacksonIOException.construct(e);
    }
  }

  @Override
  public Reader decorate(IOContext context, Reader reader) {
    return reader;
  }
}
