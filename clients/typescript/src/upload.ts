import { randomId } from './random-id.js';

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
  body(): Blob | ReadableStream<Uint8Array>;
}

/** A form with files, encoded while it is sent: memory does not grow with their size. */
export function formOf(fields: Readonly<Record<string, string | Upload | undefined>>): Form {
  const boundary = `sluice-${randomId()}`;
  const entries = Object.entries(fields).filter((entry): entry is [string, string | Upload] => entry[1] !== undefined);
  // Names first: the server can refuse a file before it reads the bytes.
  const pieces = multipart(entries.toSorted(textFirst), boundary);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    repeatable: entries.every(([, value]) => typeof value === 'string' || isRepeatable(value)),
    // Browsers send streams over HTTP/2 only. A blob of blobs refers to their content and does not copy it.
    body: () => (pieces.every(isInBlob) ? new Blob([...pieces]) : streamOf(bytesOf(pieces))),
  };
}

type Piece = string | Upload;

function isInBlob(piece: Piece): piece is string | Blob {
  return typeof piece === 'string' || piece instanceof Blob;
}

async function* bytesOf(pieces: readonly Piece[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield new TextEncoder().encode(piece);
    else yield* partsOf(piece);
  }
}

function textFirst([, a]: [string, unknown], [, b]: [string, unknown]): number {
  return Number(typeof a !== 'string') - Number(typeof b !== 'string');
}

function multipart(entries: readonly [string, string | Upload][], boundary: string): readonly Piece[] {
  const parts = entries.flatMap(([name, value]): readonly Piece[] => {
    const start = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') return [`${start}\r\n\r\n${value}\r\n`];
    const fileName = value instanceof Blob ? ((value as { readonly name?: string }).name ?? 'blob') : value.name;
    const type = (value.type ?? '') === '' ? 'application/octet-stream' : value.type;
    return [`${start}; filename="${quoted(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`, value, '\r\n'];
  });
  return [...parts, `--${boundary}--\r\n`];
}

/** Escapes a name as browsers do in forms. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
