export interface ServerEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * The ids and data of server-sent events, parsed as in the HTML standard. Events with a name are left out: `reconnect` precedes the end of a
 * stream whose server stops. `onLine` is called for each line, also for those that only show that the server is there.
 */
export async function* serverEvents(body: ReadableStream<Uint8Array>, onLine: () => void): AsyncIterable<ServerEvent> {
  let id: string | undefined;
  let data: string[] = [];
  let isNamed = false;
  for await (const line of linesOf(body)) {
    onLine();
    if (line === '' && data.length > 0 && !isNamed) yield { id, data: data.join('\n') };
    if (line === '') [data, isNamed] = [[], false];
    else if (line.startsWith('event:')) isNamed = true;
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
    else if (line.startsWith('id:')) id = line.slice(3).replace(/^ /, '');
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // The parts of the last line, which may be incomplete: a long line is joined once.
  let parts: string[] = [];
  let held = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = held + decoder.decode(value, { stream: true });
      // The second half of this line end may follow.
      held = text.endsWith('\r') ? '\r' : '';
      for (const [index, part] of text
        .slice(0, text.length - held.length)
        .split(/\r\n|\n|\r/)
        .entries()) {
        if (index > 0) {
          yield parts.join('');
          parts = [];
        }
        parts.push(part);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
