import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Dialect, Heading, StreamWriter, Written, WrittenPart } from './dialects/dialect.js';
import type { Question } from './question.js';
import type { Answer, Step, Transport, Usage } from './reply.js';

const faultMessage = 'The model became overloaded while it answered';

/** Where an answer goes. */
export interface Stage {
  readonly dialect: Dialect;
  readonly heading: Heading;
  readonly question: Question;
  readonly response: ServerResponse;
  /** A piece of a text is about to be sent. */
  readonly onPiece: () => void;
  /** The connection is about to be closed. */
  readonly onCut: () => void;
}

/** Writes an answer to the response. @throws when the signal is aborted, that is when the caller has gone */
export async function play(answer: Answer, to: Stage, signal: AbortSignal): Promise<void> {
  const { question } = to;
  const body = new Body(to, answer.transport ?? 'plain', signal);
  body.begin(question.isStreamed ? 'text/event-stream' : 'application/json');
  if (question.isStreamed) return playStream(answer, to, body, signal);
  return playWhole(answer, to, { body, signal });
}

async function playStream(answer: Answer, { dialect, heading, question, onPiece }: Stage, body: Body, signal: AbortSignal): Promise<void> {
  const writer = dialect.stream(heading);
  const count = new TokenCount(question);
  const report = answer.usage ?? ((counted: Usage): Usage | null => counted);
  await body.write(writer.begin(report(count.usage())));
  for (const step of answer.steps) {
    count.add(step);
    switch (step.type) {
      case 'wait':
        await delay(step.ms, undefined, { signal });
        break;
      case 'hang':
        return hang(signal);
      case 'cut':
        return body.cut();
      case 'fault':
        await body.write(writer.fault(faultMessage));
        return body.end();
      case 'end':
        return body.end();
      default:
        onPiece();
        await body.write(written(writer, step));
    }
  }
  await body.write(writer.finish(answer.finish, report(count.usage())));
  return body.end();
}

function written(writer: StreamWriter, step: Extract<Step, { type: 'text' | 'reasoning' | 'signature' | 'call' }>): string {
  switch (step.type) {
    case 'text':
      return writer.text(step.text);
    case 'reasoning':
      return writer.reasoning(step.text);
    case 'signature':
      return writer.signature(step.signature);
    case 'call':
      return writer.call(step.call);
  }
}

/** An answer in one piece. Where a stream would stop, half of the JSON is sent. */
async function playWhole(
  answer: Answer,
  { dialect, heading, question }: Stage,
  { body, signal }: { readonly body: Body; readonly signal: AbortSignal },
): Promise<void> {
  // Blanks before a value are JSON as well.
  while (answer.isEndless === true) await body.write(' '.repeat(16_384));
  const { last, ...collected } = await collect(answer, question, signal);
  if (last === 'fault') {
    await body.write(JSON.stringify(dialect.error({ status: 529, code: 'overloaded_error', message: faultMessage })));
    return body.end();
  }
  const json = JSON.stringify(dialect.whole(heading, collected));
  if (last === 'hang' || last === 'cut') {
    await body.write(json.slice(0, json.length / 2));
    return last === 'cut' ? body.cut() : hang(signal);
  }
  await body.write(json);
  return body.end();
}

interface Collected extends Written {
  readonly last: 'fault' | 'hang' | 'cut' | 'end' | undefined;
}

async function collect(answer: Answer, question: Question, signal: AbortSignal): Promise<Collected> {
  const count = new TokenCount(question);
  const parts: WrittenPart[] = [];
  let last: Collected['last'];
  for (const step of answer.steps) {
    count.add(step);
    if (step.type === 'wait') await delay(step.ms, undefined, { signal });
    else if (step.type === 'hang' || step.type === 'cut' || step.type === 'fault' || step.type === 'end') last = step.type;
    else append(parts, step);
  }
  const usage = answer.usage === undefined ? count.usage() : answer.usage(count.usage());
  return last === 'end' ? { parts, finish: null, usage: null, last } : { parts, finish: answer.finish, usage, last };
}

function append(parts: WrittenPart[], step: Extract<Step, { type: 'text' | 'reasoning' | 'signature' | 'call' }>): void {
  const previous = parts.at(-1);
  if (step.type === 'call') parts.push(step);
  else if (step.type === 'signature') {
    if (previous?.type === 'reasoning') parts.splice(-1, 1, { ...previous, signature: step.signature });
  } else if (previous?.type === step.type) parts.splice(-1, 1, { ...previous, text: previous.text + step.text });
  else parts.push(step.type === 'text' ? step : { ...step, signature: null });
}

async function hang(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

/** Counts four characters as one token. */
class TokenCount {
  readonly #input: number;
  #output = 0;
  #reasoning = 0;

  constructor({ turns, tools }: Question) {
    const said = turns.map((turn) => turn.text + (turn.role === 'assistant' ? JSON.stringify(turn.calls) : ''));
    this.#input = tokens([...said, ...tools.map((tool) => JSON.stringify(tool))].join('').length);
  }

  add(step: Step): void {
    if (step.type === 'text') this.#output += step.text.length;
    if (step.type === 'reasoning') this.#reasoning += step.text.length;
    if (step.type === 'call') this.#output += step.call.name.length + step.call.arguments.length;
  }

  usage(): Usage {
    const reasoning = tokens(this.#reasoning);
    return { input: this.#input, output: tokens(this.#output) + reasoning, cached: 0, reasoning };
  }
}

const tokens = (characters: number): number => Math.ceil(characters / 4);

/** The bytes of a response, in the way in which a scenario sends them. */
class Body {
  readonly #gzip = createGzip();

  constructor(
    private readonly stage: Stage,
    private readonly transport: Transport,
    private readonly signal: AbortSignal,
  ) {}

  begin(contentType: string): void {
    this.stage.response.writeHead(200, { 'content-type': contentType, ...(this.transport === 'gzip' && { 'content-encoding': 'gzip' }) });
    this.stage.response.flushHeaders();
    if (this.transport === 'gzip') this.#gzip.pipe(this.stage.response);
  }

  async write(text: string): Promise<void> {
    if (text === '') return;
    if (this.transport === 'gzip') this.#gzip.write(text);
    else if (this.transport === 'plain') await this.#send(text);
    else if (this.transport === 'bad-utf8') await this.#send(spoiled(text));
    else await this.#drip(Buffer.from(text), this.transport.dripMs);
  }

  end(): void {
    if (this.transport === 'gzip') this.#gzip.end();
    else this.stage.response.end();
  }

  /** What was written leaves the process with the next turn of the event loop; a reset before it would take it back. */
  async cut(): Promise<void> {
    await nextTurn(undefined, { signal: this.signal });
    this.stage.onCut();
    // What was written arrives before the end: a reset would take it back from a reader that has not read it yet.
    this.stage.response.socket?.destroySoon();
  }

  async #drip(bytes: Buffer, ms: number): Promise<void> {
    for (let index = 0; index < bytes.length; index += 1) {
      await this.#send(bytes.subarray(index, index + 1));
      await (ms === 0 ? nextTurn(undefined, { signal: this.signal }) : delay(ms, undefined, { signal: this.signal }));
    }
  }

  async #send(bytes: string | Buffer): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.stage.response.write(bytes)) await once(this.stage.response, 'drain', { signal: this.signal });
  }
}

/** The mark in the text becomes bytes that no UTF-8 has. */
function spoiled(text: string): Buffer {
  const [head = '', ...rest] = text.split('\uFFFF');
  return Buffer.concat([Buffer.from(head), ...rest.flatMap((piece) => [Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(piece)])]);
}
