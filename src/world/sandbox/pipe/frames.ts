/** The largest message that either side accepts. Results end at 10 MB, inputs at 16 MB; the rest is room for UTF-8 and headers. */
const largestFrameBytes = 64 * 1024 * 1024;

/**
 * One message: `u32 body size`, then for each field `u32 size` and UTF-8 text. Text that is JSON already travels as it is,
 * so that a large value is neither escaped nor parsed by a process that only passes it on.
 */
export function encodeFrame(fields: readonly string[]): Buffer {
  let body = 0;
  for (const field of fields) body += 4 + Buffer.byteLength(field);
  const frame = Buffer.allocUnsafe(4 + body);
  let at = frame.writeUInt32LE(body, 0);
  for (const field of fields) {
    const size = frame.write(field, at + 4);
    at = frame.writeUInt32LE(size, at) + size;
  }
  return frame;
}

/** Cuts a stream of bytes into messages. */
export class FrameReader {
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private wantedBytes = 4;

  /**
   * Returns the messages that this chunk completes. The chunk may be overwritten afterwards.
   * @throws RangeError when the other side announces a message larger than the limit.
   */
  push(chunk: Buffer): string[][] {
    if (this.keptBytes + chunk.length < this.wantedBytes) {
      this.keep(Buffer.from(chunk));
      return [];
    }
    const data = this.kept.length === 0 ? chunk : Buffer.concat([...this.kept, chunk]);
    const messages: string[][] = [];
    let at = 0;
    let end = endOfFrame(data, at);
    while (end <= data.length) {
      messages.push(fieldsOf(data, at + 4, end));
      at = end;
      end = endOfFrame(data, at);
    }
    this.kept = [];
    this.keptBytes = 0;
    this.wantedBytes = end - at;
    if (at < data.length) this.keep(Buffer.from(data.subarray(at)));
    return messages;
  }

  private keep(bytes: Buffer): void {
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
  }
}

/** The end of the frame that begins at `at`; the end of its size field when that is incomplete. */
function endOfFrame(data: Buffer, at: number): number {
  if (data.length - at < 4) return at + 4;
  const size = data.readUInt32LE(at);
  if (size > largestFrameBytes) throw new RangeError(`A message of ${size} bytes is larger than the limit`);
  return at + 4 + size;
}

function fieldsOf(data: Buffer, from: number, end: number): string[] {
  const fields: string[] = [];
  let at = from;
  while (at < end) {
    const start = at + 4;
    at = start > end ? start : start + data.readUInt32LE(at);
    if (at > end) throw new RangeError('A field is longer than its message');
    fields.push(data.toString('utf8', start, at));
  }
  return fields;
}
