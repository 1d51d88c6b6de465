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
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      // The last line may be incomplete.
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
