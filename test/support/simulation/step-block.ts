import type { OutboundResponse } from '#world/outbound/outbound-http.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockContext, BlockDefinition, BlockResult } from '../../../src/blocks/block.js';
import { Http } from '../../../src/blocks/ports/http.js';
import type { Port } from '../../../src/blocks/ports/port.js';
import { BlockFailure } from '../../../src/engine/block-failure.js';
import type { BlockInputs } from '../../../src/engine/values/block-inputs.js';
import type { PlannedBlock } from '../../../src/engine/graph/plan.js';
import { workOut, type FailSpec } from './graph-spec.js';

/** What the blocks of one process use. */
export interface StepWorld {
  /** How long the next piece of work takes, ms. */
  readonly duration: () => number;
  /** Lets time pass, also for a block whose run has ended. */
  readonly pass: (ms: number) => Promise<void>;
}

interface Step {
  readonly id: string;
  readonly number: number;
  readonly reads: readonly Json[];
  readonly pass: Readonly<Record<string, Json>>;
  readonly fails: FailSpec | null;
  readonly effects: number;
  readonly secret: Json;
}

const mostTries = 12;

/** A block that works out a number, may touch the outside, take its time, or fail. */
export function stepBlock({ duration, pass }: StepWorld): BlockDefinition {
  /** The tries of one attempt have their inputs in common. */
  const tries = new WeakMap<BlockInputs, number>();
  const begin = (inputs: BlockInputs): number => {
    const count = (tries.get(inputs) ?? 0) + 1;
    tries.set(inputs, count);
    return count;
  };
  return {
    type: 'sim_step',
    needs: [Http],
    check: () => [],
    run: (block, context) => {
      const step = read(block, context);
      const attempt = begin(context.inputs);
      if (block.params['isSync'] === true) return finish(step, attempt, {});
      const rest = block.params['isDeaf'] === true ? pass : (ms: number) => context.sleep(ms);
      return work(step, attempt, context, () => rest(duration()));
    },
  };
}

function read({ id, params }: PlannedBlock, { inputs }: BlockContext<Port>): Step {
  const value = (field: string): Json => inputs.value(params[field] ?? null);
  return {
    id,
    number: Number(params['number']),
    reads: value('reads') as readonly Json[],
    pass: value('pass') as JsonObject,
    fails: params['fails'] as unknown as FailSpec | null,
    effects: Number(params['effects']),
    // The secret of this block, or one that another block passes on.
    secret: value('secret') ?? value('passed'),
  };
}

async function work(step: Step, attempt: number, context: BlockContext<Port>, rest: () => Promise<void>): Promise<BlockResult> {
  await rest();
  const effects: Record<string, Json> = {};
  for (let ordinal = 1; ordinal <= step.effects; ordinal += 1) {
    const url = `https://outside.example/${step.id}/${ordinal}`;
    const { key } = await context.beginEffect({ kind: 'http', target: url });
    effects[key] = await touch(step, { url, key }, context);
    await rest();
  }
  return finish(step, attempt, effects);
}

/** Asks until there is an answer. */
async function touch(step: Step, { url, key }: { url: string; key: string }, context: BlockContext<Port>): Promise<number> {
  const { id, reads, pass, secret } = step;
  const body = JSON.stringify({ id, reads, pass, secret });
  const request = { url, method: 'POST', headers: { 'Idempotency-Key': key }, body, timeoutMs: 1_000, signal: context.signal };
  for (let tries = 1; ; tries += 1) {
    const answer = await context
      .use(Http)
      .send(request)
      .catch((error: unknown) => error);
    if (!(answer instanceof Error)) return Number(new TextDecoder().decode((answer as OutboundResponse).body));
    if (tries === mostTries) throw answer;
    await context.sleep(10);
  }
}

function finish({ id, number, reads, pass, fails, secret }: Step, attempt: number, effects: JsonObject): BlockResult {
  if (fails !== null && isFailing(fails, attempt, pass)) throw new BlockFailure(`broken ${id}`);
  const n = workOut(number, [...reads, ...Object.values(pass)]);
  return { output: { n, pass, secret, ...(Object.keys(effects).length === 0 ? {} : { effects }) } };
}

function isFailing(fails: FailSpec, attempt: number, pass: Step['pass']): boolean {
  if (fails.kind === 'always') return true;
  return fails.kind === 'first tries' ? attempt <= fails.tries : fails.passes.includes(Number(pass[fails.field]));
}
