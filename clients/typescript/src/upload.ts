/** Content that is read in parts and not kept in memory. */
export interface StreamedUpload {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
  /** Media type. */
  readonly type?: string;
}

/** A file to send: a `Blob` or `File`, bytes or text with a name, or a stream. */
export type Upload = Blob | StreamedUpload | { readonly name: string; readonly content: Uint8Array | string; readonly type?: string };

/** Whether the upload can be sent a second time. */
export function isRepeatable(upload: Upload): boolean {
  return upload instanceof Blob || typeof upload.content === 'string' || upload.content instanceof Uint8Array;
}

/** The parts of an upload, one after the other. */
export async function* partsOf(upload: Upload): AsyncIterable<Uint8Array> {
  if (upload instanceof Blob) yield* streamParts(upload.stream());
  else if (typeof upload.content === 'string') yield new TextEncoder().encode(upload.content);
  else if (upload.content instanceof Uint8Array) yield upload.content;
  else if ('getReader' in upload.content) yield* streamParts(upload.content);
  else yield* upload.content;
}

async function* streamParts(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A request body that is read while it is sent. */
export function streamOf(parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

export interface Form {
  readonly contentType: string;
  readonly repeatable: boolean;
  body(): ReadableStream<Uint8Array>;
}

/** A form with files, encoded while it is sent: memory does not grow with their size. */
export function formOf(fields: Readonly<Record<string, string | Upload | undefined>>): Form {
  const boundary = `sluice-${crypto.randomUUID()}`;
  const entries = Object.entries(fields).filter((entry): entry is [string, string | Upload] => entry[1] !== undefined);
  // Names first: the server can refuse a file before it reads the bytes.
  const ordered = entries.toSorted(textFirst);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    repeatable: entries.every(([, value]) => typeof value === 'string' || isRepeatable(value)),
    body: () => streamOf(multipart(ordered, boundary)),
  };
}

function textFirst([, a]: [string, unknown], [, b]: [string, unknown]): number {
  return Number(typeof a !== 'string') - Number(typeof b !== 'string');
}

async function* multipart(entries: readonly [string, string | Upload][], boundary: string): AsyncIterable<Uint8Array> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  for (const [name, value] of entries) {
    if (typeof value === 'string') {
      yield bytes(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`);
      continue;
    }
    const fileName = value instanceof Blob ? ((value as { readonly name?: string }).name ?? 'blob') : value.name;
    const type = (value.type ?? '') === '' ? 'application/octet-stream' : value.type;
    yield bytes(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`,
    );
    yield* partsOf(value);
    yield bytes('\r\n');
  }
  yield bytes(`--${boundary}--\r\n`);
}

/** Escapes a name as browsers do in forms. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
