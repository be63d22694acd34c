// Streams of bytes and texts.

/** Yields the pieces of a stream, which ends when no more are asked for. */
export async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
