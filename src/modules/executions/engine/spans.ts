import type { Json } from '#kernel/json.js';
import type { BlockCompleted, BlockFailed } from '../domain/execution.events.js';
import type { ExecutionFact } from './execution-fact.js';

/** One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds. */
export interface TraceSpan {
  readonly id: string;
  readonly name: string;
  /** Type of the block; `workflow` for the run itself. */
  readonly type: string;
  readonly status: 'success' | 'error';
  readonly startTime: string;
  readonly endTime: string;
  readonly duration: number;
  /** From the start of the run. */
  readonly relativeStartMs: number;
  readonly blockId?: string;
  /** From 1, in the order of starting. */
  readonly executionOrder?: number;
  readonly input?: Json;
  readonly output?: Json;
  /** An `error` edge took over. */
  readonly errorHandled?: true;
  readonly errorMessage?: string;
  /** Present when the block ran more than once. */
  readonly tries?: number;
  readonly children: readonly TraceSpan[];
}

/** Names and types of the blocks of the deployed document. */
export type BlockLabels = Readonly<Record<string, { readonly name: string; readonly type: string }>>;

type Completed = ReturnType<typeof BlockCompleted>['payload'];
type Failed = ReturnType<typeof BlockFailed>['payload'];

interface Fold {
  startedAt: string;
  endedAt: string;
  input: Json;
  end: Pick<TraceSpan, 'status' | 'output' | 'errorMessage'>;
  readonly blocks: Omit<TraceSpan, 'executionOrder' | 'relativeStartMs'>[];
}

/** The trace of a run, folded from its events: one root span, below it a span for each block that ended, by start. Empty before the run started. */
export function traceSpans(facts: Iterable<ExecutionFact>, labels: BlockLabels): readonly TraceSpan[] {
  const fold: Fold = { startedAt: '', endedAt: '', input: null, end: { status: 'success' }, blocks: [] };
  for (const fact of facts) take(fold, fact, labels);
  return fold.startedAt === '' ? [] : [root(fold)];
}

function take(fold: Fold, fact: ExecutionFact, labels: BlockLabels): void {
  switch (fact.type) {
    case 'execution.started':
      fold.startedAt = fact.payload.startedAt;
      fold.endedAt = fact.payload.startedAt;
      fold.input = fact.payload.input;
      break;
    case 'execution.block-completed':
      addBlock(fold, fact.payload, labels, { status: 'success' });
      break;
    case 'execution.block-failed':
      addBlock(fold, fact.payload, labels, failure(fact.payload));
      break;
    case 'execution.completed':
      end(fold, fact.payload.endedAt, { status: 'success', output: fact.payload.output });
      break;
    case 'execution.failed':
      end(fold, fact.payload.endedAt, { status: 'error', output: fact.payload.output, errorMessage: fact.payload.error });
      break;
    case 'execution.cancelled':
      end(fold, fact.payload.endedAt, { status: 'success' });
      break;
    default:
      break;
  }
}

function failure({ error, handled }: Failed): Pick<TraceSpan, 'status' | 'errorMessage' | 'errorHandled'> {
  return { status: 'error', errorMessage: error, ...(handled ? { errorHandled: true } : {}) };
}

function addBlock(fold: Fold, payload: Completed | Failed, labels: BlockLabels, result: Pick<TraceSpan, 'status'>): void {
  const { blockId, node, startedAt, endedAt, input, output, tries } = payload;
  const label = Object.hasOwn(labels, blockId) ? labels[blockId] : undefined;
  const span = { id: `${node}-${String(Date.parse(startedAt))}`, name: label?.name ?? blockId, type: label?.type ?? 'unknown', blockId };
  const times = { startTime: startedAt, endTime: endedAt, duration: between(startedAt, endedAt) };
  fold.blocks.push({ ...span, ...times, ...result, input, output, ...(tries === undefined ? {} : { tries }), children: [] });
  if (fold.endedAt < endedAt) fold.endedAt = endedAt;
}

function end(fold: Fold, endedAt: string, result: Fold['end']): void {
  fold.endedAt = endedAt;
  fold.end = result;
}

function root({ startedAt, endedAt, input, end: result, blocks }: Fold): TraceSpan {
  const inOrder = blocks.toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
  const children = inOrder.map((span, index) => ({
    ...span,
    executionOrder: index + 1,
    relativeStartMs: between(startedAt, span.startTime),
  }));
  const times = { startTime: startedAt, endTime: endedAt, duration: between(startedAt, endedAt), relativeStartMs: 0 };
  return { id: 'workflow-execution', name: 'Workflow Execution', type: 'workflow', ...times, input, ...result, children };
}

function between(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}
