package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/// A client that sends and reads bytes.
final class RawClient implements AutoCloseable {

  final Socket socket;
  final InputStream in;
  final OutputStream out;

  RawClient(int port) throws IOException {
    this(port, "127.0.0.1");
  }

  /// @param from the address of the client
  RawClient(int port, String from) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(20_000);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawClient send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
    return this;
  }

  RawClient chunk(String text) throws IOException {
    return send(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
  }

  /// Reads up to and with a text.
  String readTo(String end) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(StandardCharsets.ISO_8859_1).endsWith(end)) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("ended after: " + bytes.toString(StandardCharsets.ISO_8859_1));
      }
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  String readHead() throws IOException {
    return readTo("\r\n\r\n");
  }

  /// Everything until the connection ends, orderly or by a reset.
  String readAll() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      in.transferTo(bytes);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no end after: " + bytes.toString(StandardCharsets.ISO_8859_1), e);
    } catch (IOException e) {
      // It was reset.
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  /// The body of an answer in chunks, which must be complete.
  static String joined(String chunks) {
    StringBuilder body = new StringBuilder();
    int at = 0;
    while (true) {
      int end = chunks.indexOf("\r\n", at);
      int length = Integer.parseInt(chunks.substring(at, end), 16);
      at = end + 2 + length + 2;
      if (length == 0) {
        assertThat(at).isEqualTo(chunks.length());
        return body.toString();
      }
      body.append(chunks, end + 2, end + 2 + length);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /// Closes it so that the other side sees a reset.
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
