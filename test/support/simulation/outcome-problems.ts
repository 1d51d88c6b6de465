import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionEvent } from '../../../src/engine/execution.events.js';
import { secretName, secretValue } from './graph-spec.js';
import { expectationOf, type Expectation } from './oracle.js';
import type { SimulatedRun } from './simulation.js';

/** How far the run is from what had to come of it. */
export function outcomeProblems(run: SimulatedRun): readonly string[] {
  const expected = expectationOf(run.spec);
  const all = run.events as unknown as readonly ExecutionEvent[];
  if (all.length === 0) return [];
  return expected.isExact ? [...nodeProblems(all, expected), ...endProblems(run, all, expected)] : [];
}

function nodeProblems(events: readonly ExecutionEvent[], { possible }: Expectation): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'execution.block-completed' && event.type !== 'execution.block-failed') return [];
    const { node, output } = event.payload;
    const expected = possible.get(node);
    if (expected === undefined) return [`${node} must never run`];
    const status = event.type === 'execution.block-completed' ? 'completed' : 'failed';
    // A block whose workflow has ended is not tried again.
    if (status === 'failed' && expected.status === 'completed') return [];
    if (status !== expected.status) return [`${node} has ${status}, and must have ${expected.status}`];
    if (expected.output === null || isEqual(output, expected.output)) return [];
    return [`${node} put out ${JSON.stringify(output)}, and must have put out ${JSON.stringify(expected.output)}`];
  });
}

function endProblems({ profile, outside }: SimulatedRun, events: readonly ExecutionEvent[], expected: Expectation): string[] {
  const last = events.at(-1);
  if (last?.type === 'execution.cancelled') return profile.cancels ? [] : ['The run was cancelled without a request'];
  if (last?.type === 'execution.failed' && last.payload.reason === 'timeout') return profile.deadline ? [] : ['The run had time enough'];
  if (last?.type === 'execution.failed') {
    const { reason, error, blockId } = last.payload;
    const ofBlock = profile.deadline ? withoutTimeLimit(error) : error;
    const isExpected = expected.endings.some(
      (ending) => ending.kind === 'failed' && ending.error === ofBlock && ending.blockId === blockId,
    );
    return isExpected ? [] : [`The run failed (${reason}) by ${blockId}: ${error}`];
  }
  if (last?.type !== 'execution.completed') return [];
  const outputs = expected.endings.length > 0 ? expected.endings.flatMap(answers) : expected.outputs;
  const isOne =
    outputs.some((output) => output === null || isEqual(last.payload.output, output)) ||
    (outputs.length === 0 && expected.endings.length === 0);
  const problems = isOne ? [] : [`The run put out ${JSON.stringify(last.payload.output)}, and may have put out ${JSON.stringify(outputs)}`];
  if (expected.endings.length > 0) return problems;
  const ended = new Set(events.flatMap(({ type, payload }) => (isEndOfBlock(type) && 'node' in payload ? [payload.node] : [])));
  const missing = [...expected.certain].filter((key) => !ended.has(key));
  const isCounted = missing.length > 0 || hasEarlyEndBelow(expected) || outside.effects.size === expected.effects;
  return [
    ...problems,
    ...missing.map((key) => `${key} has never run`),
    ...(isCounted ? [] : [`The outside saw ${outside.effects.size} effects instead of ${expected.effects}`]),
  ];
}

/** A failed block stays the reason of a run whose other branches the time limit stopped. */
function withoutTimeLimit(error: string): string {
  return error.replace(/\. The time limit of 1 second then stopped the other branches$/, '');
}

/** A called workflow that ends early may or may not get to all of its effects. */
function hasEarlyEndBelow({ possible, certain }: Expectation): boolean {
  return possible.size !== certain.size;
}

function isEndOfBlock(type: string): boolean {
  return type === 'execution.block-completed' || type === 'execution.block-failed';
}

function answers(ending: Expectation['endings'][number]): readonly JsonObject[] {
  return ending.kind === 'answered' ? [ending.output] : [];
}

function isEqual(one: Json, other: Json): boolean {
  return comparable(one) === comparable(other);
}

/** Without what differs from run to run: ids, times, answers of the outside, the order in which blocks beside each other ended. */
function comparable(value: Json): string {
  return JSON.stringify(plain(value)).replaceAll(secretValue, `{{${secretName}}}`);
}

const accidental: ReadonlySet<string> = new Set(['childExecutionId', 'resumeAt', 'effects']);

function plain(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => !accidental.has(name));
  return Object.fromEntries(
    fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, name === 'results' ? results(field) : plain(field)]),
  );
}

/** The outputs of conditions cannot be told beforehand: what they pass on depends on who came first. */
function results(passes: Json): Json {
  if (!Array.isArray(passes)) return plain(passes);
  return (passes as readonly Json[]).map((pass) => {
    const outputs = (Array.isArray(pass) ? (pass as readonly Json[]) : [pass]).filter((output) => output !== null && !isDecision(output));
    return outputs.map((output) => JSON.stringify(plain(output))).toSorted();
  });
}

function isDecision(output: Json): boolean {
  return isJsonObject(output) && 'conditionResult' in output;
}
