import type { AgentEntered, EffectIntended, ModelAnswered, ToolAnswered } from '#engine/execution.events.js';
import type { Json } from '#kernel/json.js';
import type { SelectedOutput } from '../find/output-selection.js';
import type { TextKind } from '../store/texts/run-text.entity.js';
import { AnswerFields } from './answer-fields.js';
import type { FrameCursor } from './frame-cursor.js';

type PayloadOf<Definition extends (payload: never) => { readonly payload: unknown }> = ReturnType<Definition>['payload'];

/** What a reader wants of the calls of models. */
export interface StreamProtocol {
  /** Whether text may be sent that is taken back later. */
  readonly isNegotiated: boolean;
  readonly includesThinking: boolean;
  readonly includesToolCalls: boolean;
}

/** Text only, and only such that stays. */
export const plainProtocol: StreamProtocol = { isNegotiated: false, includesThinking: false, includesToolCalls: false };

/** A frame of an event, at a fixed place among the frames of that event. */
export interface EventFrame {
  readonly index: number;
  readonly data: Json;
}

/** A frame of the text of a call. */
export interface TextFrame {
  readonly call: OpenCall;
  /** How much of the text was sent with it. */
  readonly sent: Readonly<Record<TextKind, number>>;
  readonly data: Json;
}

/** A call of a model without an outcome, and how much of its text was taken and sent. */
export interface OpenCall {
  readonly agent: Agent;
  readonly position: number;
  readonly attempt: number;
  readonly fields: AnswerFields;
  readonly taken: Record<TextKind, number>;
  readonly sent: Record<TextKind, number>;
}

interface Agent {
  readonly blockId: string;
  /** Whether its text is sent while it arrives. */
  readonly streams: boolean;
  /** The path of its whole text, if that is selected. */
  readonly whole: string | undefined;
  /** The selected fields of its answer that are sent while it arrives. */
  readonly fields: readonly SelectedOutput[];
  /** Code units of each selected value that the reader has. */
  readonly shown: Map<string, number>;
  hasShown: boolean;
  /** A call without an answer whose text is not taken back yet. */
  lost: OpenCall | undefined;
  /** Whether its block had shown nothing before. */
  isFirst: boolean;
  needsGap: boolean;
}

/** What a reader is sent of a piece of text, and how much of the piece that is. */
interface Piece {
  readonly data: Json;
  readonly end: number;
}

/** Most code units of the reasoning of one call that are sent. */
const mostThinking = 512 * 1024;
const kinds: readonly TextKind[] = ['reasoning', 'text'];

/** Turns what models write into frames: from pieces while a call is in progress, and from its outcome afterwards. */
export class AgentFrames {
  readonly #agents = new Map<string, Agent>();
  readonly #calls = new Map<string, OpenCall>();

  /** `blocks` are those of which a reader has a chunk. */
  constructor(
    private readonly selection: readonly SelectedOutput[],
    private readonly protocol: StreamProtocol,
    private readonly cursor: FrameCursor,
    private readonly blocks: Set<string>,
  ) {}

  get open(): readonly OpenCall[] {
    return [...this.#calls.values()];
  }

  /** The calls whose text says nothing of the answer yet: those that are open, and those that have ended without an answer. */
  get unsettled(): readonly OpenCall[] {
    return [...this.open, ...[...this.#agents.values()].flatMap(({ lost }) => lost ?? [])];
  }

  enter({ node, blockId, request: { tools, answerSchema, showsText } }: PayloadOf<typeof AgentEntered>): void {
    const selected = this.selection.filter((each) => each.blockId === blockId);
    if (selected.length === 0 || showsText === false) return;
    const properties = answerSchema?.schema['properties'];
    const isField = ({ keys }: SelectedOutput): boolean =>
      typeof properties === 'object' && properties !== null && Object.hasOwn(properties, keys[0] ?? '');
    const whole = selected.find((each) => !isField(each) && (each.path === '' || each.path === 'content'))?.path;
    // A place of the text is a part of one frame only. What lies there as well follows when the block has ended.
    const fields = whole === undefined ? firstOfEach(selected.filter(isField)) : [];
    const streams = this.protocol.isNegotiated || tools.length === 0;
    const fresh = { shown: new Map<string, number>(), hasShown: false, lost: undefined, isFirst: false, needsGap: false };
    this.#agents.set(node, { blockId, streams, whole, fields, ...fresh });
  }

  /** A call is about to be made. What an earlier one has shown was no answer. */
  intend(position: number, { node, call }: PayloadOf<typeof EffectIntended>): readonly EventFrame[] {
    const agent = this.#agents.get(node);
    if (agent === undefined || call === undefined || !('attempt' in call) || call.purpose !== undefined) return [];
    const frames = this.#takeBack(agent, 'The answer was given up, and the model is asked again');
    if (!agent.streams) return frames;
    const { attempt } = call;
    const fields = new AnswerFields(agent.fields);
    const [taken, sent] = [
      { text: 0, reasoning: 0 },
      { text: 0, reasoning: 0 },
    ];
    this.#calls.set(keyOf(node, call.turn, attempt), { agent, position, attempt, fields, taken, sent });
    return frames;
  }

  /** More of the text of a call in progress. */
  take(call: OpenCall, kind: TextKind, text: string): readonly TextFrame[] {
    const { agent, taken, sent } = call;
    const had = Math.min(text.length, Math.max(0, this.#hadOf(call, kind) - taken[kind]));
    const frames: TextFrame[] = [];
    for (const [piece, isNew] of [[text.slice(0, had), false] as const, [text.slice(had), true] as const]) {
      if (piece === '') continue;
      const from = taken[kind];
      taken[kind] += piece.length;
      for (const { data, end } of kind === 'text' ? this.#chunks(call, piece) : this.#thinking(agent, piece, from)) {
        sent[kind] = from + end;
        if (isNew) frames.push({ call, sent: { ...sent }, data });
      }
    }
    return frames;
  }

  /** The outcome of a call: the rest of its text, and what follows from it. */
  answer(position: number, payload: PayloadOf<typeof ModelAnswered>): { texts: readonly TextFrame[]; frames: readonly EventFrame[] } {
    const { node, turn, attempt, purpose, outcome, parts } = payload;
    const agent = this.#agents.get(node);
    if (agent === undefined || purpose !== undefined) return { texts: [], frames: [] };
    const key = keyOf(node, turn, attempt);
    const call = this.#calls.get(key);
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
    const texts: TextFrame[] = [];
    if (call !== undefined) {
      // The text that the reader has may be part of no record any more.
      if (this.#hadOf(call, 'text') > 0) this.#show(agent);
      const isAnswer = outcome === 'answered' && calls.length === 0;
      for (const kind of kinds) {
        const whole = parts.map((part) => (part.type === kind ? part.text : '')).join('');
        const rest = isAnswer || kind === 'reasoning' ? whole.slice(call.taken[kind]) : '';
        const more = this.take(call, kind, rest);
        if (this.cursor.event.position < position) texts.push(...more);
      }
      this.#calls.delete(key);
      if (!isAnswer && calls.length === 0) agent.lost = call;
    }
    const taken = calls.length === 0 ? [] : this.#takeBack(agent, 'The model calls tools before it answers');
    return { texts, frames: [...taken, ...this.#began(agent, calls)] };
  }

  #began({ blockId }: Agent, calls: readonly { readonly callId: string; readonly name: string }[]): EventFrame[] {
    if (!this.protocol.includesToolCalls) return [];
    return calls.map(({ callId: id, name }, index) => ({ index: index + 1, data: { blockId, event: 'tool', phase: 'start', id, name } }));
  }

  tell({ agent: node, outcome, result: { callId: id, name } }: PayloadOf<typeof ToolAnswered>): readonly EventFrame[] {
    const agent = this.#agents.get(node);
    if (agent === undefined || !this.protocol.includesToolCalls) return [];
    const status = outcome === 'answered' ? 'success' : 'error';
    return [{ index: 0, data: { blockId: agent.blockId, event: 'tool', phase: 'end', id, name, status } }];
  }

  /** An agent has failed: what it has shown is no answer. */
  fail(node: string, error: string): readonly EventFrame[] {
    const agent = this.#end(node);
    if (agent?.hasShown !== true) return [];
    return [{ index: 0, data: { blockId: agent.blockId, event: 'stream_error', error } }];
  }

  /** How much of each selected value the reader has; undefined for a block that is no agent. */
  leave(node: string): ReadonlyMap<string, number> | undefined {
    return this.#end(node)?.shown;
  }

  #end(node: string): Agent | undefined {
    const agent = this.#agents.get(node);
    this.#agents.delete(node);
    for (const [key, call] of this.#calls) {
      if (agent === undefined || call.agent !== agent) continue;
      if (this.#hadOf(call, 'text') > 0) this.#show(agent);
      this.#calls.delete(key);
    }
    return agent;
  }

  #chunks({ agent, fields }: OpenCall, text: string): readonly Piece[] {
    const { blockId, whole, shown } = agent;
    const texts = whole === undefined ? fields.feed(text) : [{ path: whole, text, end: text.length }];
    return texts.map(({ path, text: more, end }) => {
      shown.set(path, (shown.get(path) ?? 0) + more.length);
      return { data: { blockId, chunk: `${this.#gapBefore(agent)}${more}` }, end };
    });
  }

  #gapBefore(agent: Agent): string {
    const isGap = agent.needsGap || (!this.blocks.has(agent.blockId) && this.blocks.size > 0);
    this.#show(agent);
    agent.needsGap = false;
    return isGap ? '\n\n' : '';
  }

  #show(agent: Agent): void {
    if (!agent.hasShown) agent.isFirst = !this.blocks.has(agent.blockId);
    this.blocks.add(agent.blockId);
    agent.hasShown = true;
  }

  #thinking({ blockId }: Agent, text: string, from: number): readonly Piece[] {
    const data = text.slice(0, Math.max(0, mostThinking - from));
    return this.protocol.includesThinking && data !== '' ? [{ data: { blockId, event: 'thinking', data }, end: text.length }] : [];
  }

  #takeBack(agent: Agent, error: string): readonly EventFrame[] {
    agent.lost = undefined;
    if (!agent.hasShown) return [];
    const { blockId } = agent;
    agent.hasShown = false;
    agent.shown.clear();
    if (!this.protocol.isNegotiated) {
      agent.needsGap = true;
      return [{ index: 0, data: { blockId, event: 'stream_error', error } }];
    }
    if (agent.isFirst) this.blocks.delete(blockId);
    return [{ index: 0, data: { blockId, event: 'chunk_reset' } }];
  }

  #hadOf({ position }: OpenCall, kind: TextKind): number {
    return this.cursor.calls.get(position)?.[kind] ?? 0;
  }
}

/** One output for each property of the answer. */
function firstOfEach(fields: readonly SelectedOutput[]): readonly SelectedOutput[] {
  return fields.filter(({ keys }, index) => fields.findIndex((each) => each.keys[0] === keys[0]) === index);
}

function keyOf(node: string, turn: number, attempt: number): string {
  return `${node} ${turn} ${attempt}`;
}
