import { connect, type Socket } from 'node:net';
import { bytesOf, type FuzzRequest } from './fuzz-request.js';

export interface WireAnswer {
  readonly status: number;
  /** Keys are lower-case names. Of a repeated header, the last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const patienceMs = 30_000;

/** Sends requests unchanged over one connection, one after the other, without the corrections of an HTTP client. */
export class Wire {
  #socket: Socket | undefined;

  constructor(private readonly address: { readonly hostname: string; readonly port: string }) {}

  /** @returns the response, or undefined if the server closed the connection without one @throws Error when none arrives in time */
  async send(request: FuzzRequest): Promise<WireAnswer | undefined> {
    const isOdd = request.notes.some((note) => note.startsWith('wire'));
    const kept = this.#socket;
    this.#socket = undefined;
    const answer = await this.#exchange(kept ?? this.#connect(), request, isOdd);
    // A connection that was kept may have been closed while the request was on its way.
    if (answer !== undefined || kept === undefined) return answer;
    return this.#exchange(this.#connect(), request, isOdd);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #connect(): Socket {
    return connect({ host: this.address.hostname, port: Number(this.address.port), allowHalfOpen: true, noDelay: true });
  }

  #exchange(socket: Socket, request: FuzzRequest, isOdd: boolean): Promise<WireAnswer | undefined> {
    return new Promise((resolve, reject) => {
      const reader = new AnswerReader(request.method === 'HEAD');
      const settle = (answer: WireAnswer | undefined): void => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        const isReusable = answer !== undefined && !isOdd && reader.isWhole && answer.headers['connection'] !== 'close';
        if (isReusable && !socket.readableEnded) this.#socket = socket;
        else socket.resetAndDestroy();
        resolve(answer);
      };
      const timer = setTimeout(() => {
        socket.destroy();
        reject(new Error(`No answer within ${patienceMs} ms`));
      }, patienceMs);
      socket.on('data', (chunk) => {
        reader.take(chunk);
        if (reader.isWhole || reader.isEndless) settle(reader.answer());
      });
      socket.on('end', () => settle(reader.answer()));
      socket.on('error', () => settle(reader.answer()));
      socket.on('close', () => settle(reader.answer()));
      const bytes = bytesOf(request, `${this.address.hostname}:${this.address.port}`);
      // A sender with an odd length of body waits for nothing: it has said all that it will say.
      if (isOdd) socket.end(bytes);
      else socket.write(bytes);
    });
  }
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the body begins. */
  readonly end: number;
}

/** Takes an answer from the bytes of a connection. */
class AnswerReader {
  #bytes = Buffer.alloc(0);
  #head: Head | undefined;

  constructor(private readonly isWithoutBody: boolean) {}

  take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    this.#head ??= this.#readHead();
  }

  get isWhole(): boolean {
    if (this.#head === undefined) return false;
    const { status, headers, end } = this.#head;
    if (this.isWithoutBody || status === 204 || status === 304) return true;
    const length = headers['content-length'];
    if (length !== undefined) return this.#bytes.length >= end + Number(length);
    return headers['transfer-encoding'] === 'chunked' && unchunked(this.#bytes.subarray(end)) !== undefined;
  }

  /** A stream of events ends when its run does. */
  get isEndless(): boolean {
    return this.#head?.headers['content-type']?.startsWith('text/event-stream') === true;
  }

  answer(): WireAnswer | undefined {
    if (this.#head === undefined || !(this.isWhole || this.isEndless || this.#isUntold(this.#head))) return undefined;
    const { status, headers, end } = this.#head;
    const rest = this.#bytes.subarray(end);
    if (headers['transfer-encoding'] === 'chunked') return { status, headers, body: unchunked(rest) ?? rest };
    // Behind it there may be a word about what was sent behind the request.
    const length = headers['content-length'];
    return { status, headers, body: length === undefined ? rest : rest.subarray(0, Number(length)) };
  }

  /** How long the body is, only the end of the connection tells. */
  #isUntold({ headers }: Head): boolean {
    return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  }

  #readHead(): Head | undefined {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [first = '', ...lines] = this.#bytes.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(first.split(' ')[1]);
    if (status === 100) {
      this.#bytes = this.#bytes.subarray(end + 4);
      return this.#readHead();
    }
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    return { status, headers, end: end + 4 };
  }
}

/** The body, once its last chunk has come. */
function unchunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    const next = end + 2 + size + 2;
    if (next > bytes.length) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, next - 2));
    at = next;
  }
}
