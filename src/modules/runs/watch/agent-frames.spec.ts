import { describe, expect, it } from '@jest/globals';
import type { AgentRequest } from '#engine/agents/agent-request.js';
import type { AssistantPart } from '#engine/agents/model-message.js';
import {
  AgentEntered,
  BlockCompleted,
  BlockFailed,
  EffectIntended,
  ExecutionCompleted,
  ModelAnswered,
  ToolAnswered,
  type ExecutionEvent,
} from '#engine/execution.events.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { aModelCall, aToolCall } from '../../../../test/support/engine/agent-facts.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument } from '../../../../test/support/engine/run-document.js';
import { ScriptedModels } from '../../../../test/support/engine/scripted-models.js';
import type { SelectedOutput } from '../find/output-selection.js';
import type { TextKind } from '../store/texts/run-text.entity.js';
import { plainProtocol, type StreamProtocol } from './agent-frames.js';
import { shownText } from './answer-fields.js';
import { StreamFrames, type PlacedEvent, type StreamFrame } from './stream-frames.js';

const at = '2031-01-01T00:00:00.000Z';
const negotiated: StreamProtocol = { isNegotiated: true, includesThinking: true, includesToolCalls: true };

/** What becomes durable at one moment: an event, or a piece of the text of the call that was intended at a position. */
type Step = { readonly event: ExecutionEvent } | { readonly intent: number; readonly kind: TextKind; readonly text: string };

function select(blockId: string, path: string): SelectedOutput {
  return { blockId, path, keys: path.match(/[^.[\]]+/g) ?? [] };
}

/** Collects steps, and knows the position of each event. */
class RunRecord {
  readonly steps: Step[] = [];
  position = 0;

  add(event: ExecutionEvent): number {
    this.steps.push({ event });
    return (this.position += 1);
  }

  enter(node: string, { tools = false, schema }: { readonly tools?: boolean; readonly schema?: JsonObject } = {}): void {
    const request = {
      tools: tools ? [{ name: 't' }] : [],
      ...(schema === undefined ? {} : { answerSchema: { name: 's', schema, strict: true } }),
    } as unknown as AgentRequest;
    this.add(AgentEntered({ node, blockId: node, request, input: null, startedAt: at }));
  }

  intend(node: string, turn: number, attempt = 0): number {
    return this.add(EffectIntended({ node, blockId: node, effectKey: 'k', kind: 'model', target: 'p/m', call: { turn, attempt }, at }));
  }

  piece(intent: number, text: string, kind: TextKind = 'text'): void {
    this.steps.push({ intent, kind, text });
  }

  answer(node: string, turn: number, parts: AssistantPart[], more: Partial<ReturnType<typeof aModelCall>> = {}): void {
    this.add(ModelAnswered(aModelCall({ node, blockId: node, turn, attempt: 0, parts, ...more })));
  }

  leave(node: string, output: JsonObject): void {
    this.add(BlockCompleted({ node, blockId: node, input: null, startedAt: at, endedAt: at, output, handle: 'source' }));
  }

  end(): void {
    this.add(ExecutionCompleted({ output: {}, endedAt: at, durationMs: 1 }));
  }
}

/** A reader of the first `known` steps: like a follower of a run, on one connection after the other. */
class Reader {
  readonly received: StreamFrame[] = [];
  #frames: StreamFrames;
  #events = 0;

  constructor(
    private readonly steps: readonly Step[],
    private readonly selection: readonly SelectedOutput[],
    private readonly protocol: StreamProtocol,
    private readonly keepsRows: boolean,
  ) {
    this.#frames = new StreamFrames(selection, { protocol });
  }

  /** Reads what is durable. The connection breaks after `most` frames. */
  read(known: number, most = Infinity): void {
    const events = this.steps.slice(0, known).flatMap((step) => ('event' in step ? [step.event] : []));
    const fresh = events.slice(this.#events).map((event, index) => ({ ...event, position: this.#events + index + 1 }) as PlacedEvent);
    this.#events = events.length;
    const news = fresh.flatMap((event) => this.#frames.take(event));
    const texts = this.#frames.open.flatMap((open) => {
      const kinds: readonly TextKind[] = ['reasoning', 'text'];
      return kinds.flatMap((kind) => {
        const whole = this.#rows(known, open.position, kind);
        const text = whole.slice(open.from[kind]);
        return text === '' ? [] : this.#frames.takeText(open, kind, text);
      });
    });
    const all = [...news, ...texts];
    this.received.push(...all.slice(0, most));
    if (all.length > most) this.reconnect();
  }

  reconnect(): void {
    this.#frames = new StreamFrames(this.selection, { protocol: this.protocol, after: this.received.at(-1)?.id });
    this.#events = 0;
  }

  #rows(known: number, position: number, kind: TextKind): string {
    if (!this.keepsRows) return '';
    return this.steps
      .slice(0, known)
      .map((step) => ('intent' in step && step.intent === position && step.kind === kind ? step.text : ''))
      .join('');
  }
}

/** What a client shows in the end. */
function shownBy(frames: readonly StreamFrame[]): Json {
  const chunks: Record<string, string> = {};
  const others: Json[] = [];
  for (const { data } of frames) {
    const { blockId, chunk, event } = (isJsonObject(data) ? data : {}) as { blockId?: string; chunk?: string; event?: string };
    if (blockId !== undefined && chunk !== undefined) chunks[blockId] = (chunks[blockId] ?? '') + chunk;
    else if (blockId !== undefined && (event === 'chunk_reset' || event === 'stream_error')) delete chunks[blockId];
    else if (event !== 'thinking') others.push(data);
  }
  return { chunks: Object.fromEntries(Object.entries(chunks).map(([id, text]) => [id, text.replace(/^\n+/, '')])), others };
}

const thoughtOf = (frames: readonly StreamFrame[]): string =>
  frames.map(({ data }) => (isJsonObject(data) && data['event'] === 'thinking' ? (data['data'] as string) : '')).join('');

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

const words = ['Hello ', 'wörld', ' 🙂', '\n', '"quoted" ', 'x'];

/** Two agents whose calls overlap: rounds with tools, lost processes, failures of providers, other blocks between. */
function someRun(next: (below: number) => number): { readonly steps: readonly Step[]; readonly selection: readonly SelectedOutput[] } {
  const record = new RunRecord();
  const schema = { type: 'object', properties: { title: { type: 'string' }, tags: { type: 'array' } } };
  const agents = ['a', 'b'].slice(0, 1 + next(2)).map((node) => {
    const hasSchema = next(2) === 0;
    const tools = next(2) === 0;
    record.enter(node, { tools, ...(hasSchema ? { schema } : {}) });
    return { node, tools, hasSchema, turn: 0, attempt: 0, intent: 0, text: '', thought: '', left: [] as string[], isOver: false };
  });
  for (let step = 0; agents.some(({ isOver }) => !isOver) && step < 300; step += 1) {
    const agent = agents[next(agents.length)];
    if (agent === undefined || agent.isOver) continue;
    const { node, turn, attempt } = agent;
    if (agent.intent === 0) {
      agent.intent = record.intend(node, turn, attempt);
      const prose = Array.from({ length: next(8) }, () => words[next(words.length)] ?? '');
      const json = JSON.stringify({ title: prose.join(''), tags: [prose.length, { x: '}' }] }, null, next(3));
      agent.left = agent.hasSchema ? (json.match(/[\s\S]{1,5}/gu) ?? []) : prose;
      [agent.text, agent.thought] = ['', ''];
    } else if (agent.left.length > 0 && next(12) > 0) {
      const piece = agent.left.shift() ?? '';
      if (next(5) === 0) {
        agent.thought += 'hm ';
        record.piece(agent.intent, 'hm ', 'reasoning');
      }
      agent.text += piece;
      record.piece(agent.intent, piece);
    } else {
      const parts: AssistantPart[] = agent.thought === '' ? [] : [{ type: 'reasoning', text: agent.thought }];
      const isWhole = agent.left.length === 0;
      const isLost = !isWhole && next(2) === 0;
      const asksTool = isWhole && agent.tools && turn < 2;
      if (agent.text !== '' && !isLost) parts.push({ type: 'text', text: agent.text });
      if (asksTool) parts.push({ type: 'tool-call', callId: `${node}#${turn}.0`, name: 't', arguments: '{}' });
      record.answer(node, turn, isLost ? [] : parts, { attempt, outcome: isLost ? 'abandoned' : isWhole ? 'answered' : 'failed' });
      agent.intent = 0;
      if (asksTool) {
        record.add(
          ToolAnswered(
            aToolCall({
              node: `${node}#${turn}.0`,
              agent: node,
              blockId: node,
              turn,
              result: { callId: `${node}#${turn}.0`, name: 't', kind: 'json', value: 1 },
            }),
          ),
        );
        agent.turn += 1;
        agent.attempt = 0;
      } else if (!isWhole) agent.attempt += 1;
      else {
        agent.isOver = true;
        record.leave(node, agent.hasSchema ? { content: agent.text, ...(JSON.parse(agent.text) as JsonObject) } : { content: agent.text });
      }
    }
    if (next(9) === 0) record.leave('other', { x: step });
  }
  for (const { node, isOver } of agents)
    if (!isOver)
      record.add(
        BlockFailed({ node, blockId: node, input: null, startedAt: at, endedAt: at, error: 'no luck', handled: true, output: {} }),
      );
  record.end();
  const choices = [[''], ['title'], ['tags'], ['title', 'tags'], ['tags[1]', 'title', 'tags'], ['title', 'content', 'tags']];
  const paths = agents.flatMap(({ node, hasSchema }) =>
    (hasSchema ? (choices[next(choices.length)] ?? []) : ['content']).map((path) => select(node, path)),
  );
  return { steps: record.steps, selection: [...paths, select('other', 'x')] };
}

describe('the stream of a run with agents', () => {
  it.each([
    ['with the protocol', negotiated],
    ['without it', plainProtocol],
  ])('gives the same text once, %s, whatever is cut and wherever a reader comes back', (_, protocol) => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const next = numbers(seed * 7919);
      const { steps, selection } = someRun(next);
      const whole = new Reader(steps, selection, protocol, false);
      whole.read(steps.length);
      const cut = new Reader(steps, selection, protocol, true);
      for (let known = 1; known <= steps.length; known += 1 + next(4)) {
        cut.read(known, next(3) === 0 ? next(4) : Infinity);
        if (next(4) === 0) cut.reconnect();
      }
      for (let round = 0; round < 3; round += 1) cut.read(steps.length);
      expect([seed, shownBy(cut.received)]).toEqual([seed, shownBy(whole.received)]);
      const ids = cut.received.map(({ id }) => id);
      expect([seed, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([seed, []]);
      expect(cut.received.at(-1)?.data).toBe('[DONE]');
    }
  });

  it('sends text of an agent without tools as it arrives, to every reader', () => {
    const record = new RunRecord();
    record.enter('a');
    const intent = record.intend('a', 0);
    record.piece(intent, 'Hel');
    const reader = new Reader(record.steps, [select('a', 'content')], plainProtocol, true);
    reader.read(record.steps.length);
    expect(reader.received).toEqual([{ id: '2-0-3', data: { blockId: 'a', chunk: 'Hel' } }]);
    record.piece(intent, 'lo');
    record.answer('a', 0, [{ type: 'text', text: 'Hello!' }]);
    record.leave('a', { content: 'Hello!' });
    record.end();
    reader.reconnect();
    reader.read(record.steps.length);
    expect(reader.received.slice(1)).toEqual([
      { id: '2-0-6', data: { blockId: 'a', chunk: 'lo!' } },
      { id: '5-0', data: { event: 'final', data: { success: true, output: {} } } },
      { id: '5-1', data: '[DONE]' },
    ]);
  });

  it.each([
    ['in one piece', 1000],
    ['in small pieces', 3],
  ])('never joins selected fields, and sends each once, however they arrive: %s', (_, length) => {
    const answer = { name: 'Ada L', address: { city: 'London', street: 'x' } };
    const text = JSON.stringify(answer);
    const record = new RunRecord();
    record.enter('a', { schema: { type: 'object', properties: { name: {}, address: {} } } });
    const intent = record.intend('a', 0);
    for (const piece of text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []) record.piece(intent, piece);
    record.answer('a', 0, [{ type: 'text', text }]);
    record.leave('a', { content: text, ...answer });
    const values: Readonly<Record<string, string>> = { name: 'Ada L', 'address.city': 'London', 'address.street': 'x', content: text };
    const read = (paths: readonly string[], most: number): readonly string[] => {
      const reader = new Reader(
        record.steps,
        paths.map((path) => select('a', path)),
        plainProtocol,
        true,
      );
      const rounds = most === Infinity ? 1 : 200;
      for (let known = 1; known <= record.steps.length; known += 1)
        for (let round = 0; round < rounds; round += 1) reader.read(known, most);
      return reader.received.flatMap(({ data }) => (isJsonObject(data) && 'chunk' in data ? [data['chunk'] as string] : []));
    };
    for (const paths of [
      ['name', 'address.city'],
      ['address.city', 'address.street', 'name'],
      ['name', 'content'],
    ]) {
      for (const most of [Infinity, 1]) {
        const chunks = read(paths, most);
        const isPartOfOne = (chunk: string): boolean => paths.some((path) => values[path]?.includes(chunk));
        expect(chunks.filter((chunk) => !isPartOfOne(chunk))).toEqual([]);
        const all = paths.map((path) => values[path] ?? '');
        expect(chunks.join('').split('').toSorted()).toEqual(all.join('').split('').toSorted());
      }
    }
  });

  it('takes the text of a round with tools back, and tells the calls', () => {
    const record = new RunRecord();
    record.enter('a', { tools: true });
    const intent = record.intend('a', 0);
    record.piece(intent, 'I see', 'reasoning');
    record.piece(intent, 'Let me look');
    record.answer('a', 0, [
      { type: 'reasoning', text: 'I see' },
      { type: 'text', text: 'Let me look' },
      { type: 'tool-call', callId: 'a#0.0', name: 'lookup', arguments: '{}' },
    ]);
    record.add(
      ToolAnswered(
        aToolCall({ agent: 'a', blockId: 'a', result: { callId: 'a#0.0', name: 'lookup', kind: 'error', value: 'no' }, outcome: 'failed' }),
      ),
    );
    const read = (protocol: StreamProtocol): readonly Json[] => {
      const reader = new Reader(record.steps, [select('a', '')], protocol, true);
      for (let known = 1; known <= record.steps.length; known += 1) reader.read(known);
      return reader.received.map(({ data }) => data);
    };
    expect(read(negotiated)).toEqual([
      { blockId: 'a', event: 'thinking', data: 'I see' },
      { blockId: 'a', chunk: 'Let me look' },
      { blockId: 'a', event: 'chunk_reset' },
      { blockId: 'a', event: 'tool', phase: 'start', id: 'a#0.0', name: 'lookup' },
      { blockId: 'a', event: 'tool', phase: 'end', id: 'a#0.0', name: 'lookup', status: 'error' },
    ]);
    expect(read({ ...negotiated, includesThinking: false, includesToolCalls: false })).toEqual([
      { blockId: 'a', chunk: 'Let me look' },
      { blockId: 'a', event: 'chunk_reset' },
    ]);
    expect(read(plainProtocol)).toEqual([]);
  });

  it('says when text that was sent is not valid, to readers who cannot take it back', () => {
    const record = new RunRecord();
    record.enter('a');
    record.piece(record.intend('a', 0), 'Lost');
    record.answer('a', 0, [], { outcome: 'abandoned' });
    record.piece(record.intend('a', 0, 1), 'Found');
    const reader = new Reader(record.steps, [select('a', 'content')], plainProtocol, true);
    for (let known = 1; known <= record.steps.length; known += 1) reader.read(known);
    expect(reader.received.map(({ data }) => data)).toEqual([
      { blockId: 'a', chunk: 'Lost' },
      { blockId: 'a', event: 'stream_error', error: 'The answer was given up, and the model is asked again' },
      { blockId: 'a', chunk: '\n\nFound' },
    ]);
  });

  it('sends the reasoning once', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const next = numbers(seed);
      const record = new RunRecord();
      record.enter('a');
      const intent = record.intend('a', 0);
      for (let piece = 0; piece < 9; piece += 1) record.piece(intent, `${piece}.`, piece % 2 === 0 ? 'reasoning' : 'text');
      record.answer('a', 0, [
        { type: 'reasoning', text: '0.2.4.6.8.' },
        { type: 'text', text: '1.3.5.7.' },
      ]);
      const reader = new Reader(record.steps, [select('a', 'content')], negotiated, true);
      for (let known = 1; known <= record.steps.length; known += 1 + next(3)) {
        reader.read(known, next(2) === 0 ? next(3) : Infinity);
        if (next(3) === 0) reader.reconnect();
      }
      reader.read(record.steps.length);
      reader.read(record.steps.length);
      expect([seed, thoughtOf(reader.received)]).toEqual([seed, '0.2.4.6.8.']);
    }
  });
});

describe('the frames of a block whose output is not the text of its model', () => {
  const metrics = [{ name: 'clarity', description: 'Clear' }];
  const evaluated = { content: 'The text that is evaluated', metrics };
  const routed = { context: 'Where to?', routes: [{ id: 'one', title: 'One', value: 'Anything' }] };

  it.each<[type: string, path: string, fields: JsonObject, text: string]>([
    ['evaluator', '', evaluated, '{"clarity":4}'],
    ['evaluator', 'content', evaluated, '{"clarity":4}'],
    ['router', '', { prompt: 'Where to?' }, 'n'],
    ['router_v2', '', routed, '{"route":"one","reasoning":"It fits"}'],
  ])('are its output once it has ended: %s %s', async (type, path, fields, text) => {
    const blocks = [aBlock('s', 'start_trigger'), aBlock('b', type, { model: 'm', ...fields }), aBlock('n', 'response')];
    const document = aDocument(blocks, edges('s > b', type === 'router_v2' ? 'b:router-one > n' : 'b > n'));
    const { events } = await runDocument(document, { models: new ScriptedModels({ text }) });
    const frames = new StreamFrames([select('b', path)], { protocol: negotiated });
    const sent = events.flatMap((event, index) => frames.take({ ...event, position: index + 1 } as PlacedEvent));
    const output = events.flatMap((event) =>
      event.type === 'execution.block-completed' && event.payload.blockId === 'b' ? [event.payload.output] : [],
    )[0];
    expect(shownBy(sent)).toMatchObject({ chunks: { b: shownText((path === '' ? output : output?.[path]) ?? null) } });
  });
});
