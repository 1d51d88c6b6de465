/** The frames of a stream of server-sent events, each with its id and its data. */
export async function* readFrames(body) {
  if (body === null) return;
  let rest = '';
  for await (const text of chunks(body.pipeThrough(new TextDecoderStream()))) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split('\n');
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (data !== undefined) yield { id: lines.find((line) => line.startsWith('id: '))?.slice(4), data: JSON.parse(data) };
    }
  }
}

/** Not every browser iterates over streams. */
async function* chunks(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
