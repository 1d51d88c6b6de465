import type { Json } from '#kernel/json.js';
import type { BlockCompleted, BlockFailed, ExecutionFact } from '../execution.events.js';
import { redactCredentials } from '../masking/credential-names.js';
import { CallSpans } from './call-spans.js';
import { SpanTree, type SpanDraft } from './span-tree.js';
import type { LabelsOf, TraceSpan } from './trace-span.js';

type Completed = ReturnType<typeof BlockCompleted>['payload'];
type Failed = ReturnType<typeof BlockFailed>['payload'];

interface Fold {
  readonly tree: SpanTree;
  readonly calls: CallSpans;
  readonly labelsOf: LabelsOf;
  readonly blocks: SpanDraft[];
  startedAt: string;
  endedAt: string;
  hasEnded: boolean;
  baseNanoUsd: number;
  input: Json;
  end: Pick<TraceSpan, 'status' | 'output' | 'errorMessage'>;
}

/** The versions of workflows that a run ran: those whose labels its trace needs. */
export function workflowsIn(facts: Iterable<ExecutionFact>): readonly { readonly workflowId: string; readonly version: number }[] {
  const found = new Map<string, { workflowId: string; version: number }>();
  for (const { type, payload } of facts) {
    if (type !== 'execution.started' && type !== 'execution.child-entered') continue;
    const { workflowId, deploymentVersion: version } = payload;
    found.set(`${workflowId}@${version}`, { workflowId, version });
  }
  return [...found.values()];
}

/**
 * The trace of a run, folded from its events: one root span, below it a span for each block that began and ended, by start; inside
 * containers a span for each pass, inside blocks that ran a workflow those of its blocks. Empty before the run started.
 */
export function traceSpans(facts: Iterable<ExecutionFact>, labelsOf: LabelsOf): readonly TraceSpan[] {
  const tree = new SpanTree();
  const fold: Fold = {
    tree,
    calls: new CallSpans(tree),
    labelsOf,
    blocks: [],
    startedAt: '',
    endedAt: '',
    hasEnded: false,
    baseNanoUsd: 0,
    input: null,
    end: { status: 'success' },
  };
  for (const fact of facts) take(fold, fact);
  return fold.startedAt === '' ? [] : [root(fold)];
}

function take(fold: Fold, fact: ExecutionFact): void {
  switch (fact.type) {
    case 'execution.started': {
      const { startedAt, input, workflowId, deploymentVersion, baseChargeUsd } = fact.payload;
      Object.assign(fold, { startedAt, endedAt: startedAt, input, baseNanoUsd: Math.round(baseChargeUsd * 1e9) });
      fold.tree.addWorkflow('', { children: fold.blocks, labels: fold.labelsOf(workflowId, deploymentVersion) });
      break;
    }
    case 'execution.container-entered':
      open(fold, fact.payload);
      break;
    case 'execution.child-entered': {
      const { node, workflowId, deploymentVersion, childExecutionId } = fact.payload;
      const opened = open(fold, fact.payload);
      const span = fold.calls.blockBelow(node, fact.payload.startedAt) ?? opened;
      Object.assign(span, { childWorkflowId: workflowId, childExecutionId });
      fold.tree.addWorkflow(`${node}()`, { children: span.children, labels: fold.labelsOf(workflowId, deploymentVersion) });
      break;
    }
    case 'execution.pass-decided':
      warn(fold, fact.payload);
      break;
    case 'execution.block-paused': {
      const { pausedAt, output } = fact.payload;
      const span = Object.assign(open(fold, fact.payload), { endTime: pausedAt, output, paused: true });
      fold.calls.name(span, fact.payload.node);
      fold.endedAt = later(fold.endedAt, pausedAt);
      break;
    }
    case 'execution.pause-ended': {
      const span = fold.tree.find(fact.payload.node);
      if (span !== undefined) span.waitedMs = between(span.endTime, fact.payload.at);
      break;
    }
    case 'execution.agent-entered':
      fold.calls.enter(open(fold, fact.payload), fact.payload);
      break;
    case 'execution.effect-intended':
      fold.calls.intend(fact.payload);
      break;
    case 'execution.model-answered':
      fold.calls.answer(fact.payload);
      fold.endedAt = later(fold.endedAt, fact.payload.endedAt);
      break;
    case 'execution.tool-answered':
      fold.calls.tell(fact.payload);
      fold.endedAt = later(fold.endedAt, fact.payload.endedAt);
      break;
    case 'execution.block-completed':
      close(fold, fact.payload, { status: 'success' });
      break;
    case 'execution.block-failed':
      close(fold, fact.payload, failure(fact.payload));
      break;
    case 'execution.completed':
    case 'execution.cancelled':
      end(fold, fact.payload.endedAt, { status: 'success', ...(fact.payload.output === undefined ? {} : { output: fact.payload.output }) });
      break;
    case 'execution.failed':
      end(fold, fact.payload.endedAt, { status: 'error', output: fact.payload.output, errorMessage: fact.payload.error });
      break;
    default:
      // The others say who drives the run and what it is about to touch.
      break;
  }
}

function open({ tree }: Fold, { node, blockId, startedAt, input }: Pick<Completed, 'node' | 'blockId' | 'startedAt' | 'input'>): SpanDraft {
  return Object.assign(tree.span(node, blockId, startedAt), { input });
}

function warn({ tree }: Fold, { node, problem }: { readonly node: string; readonly problem?: string }): void {
  const span = tree.find(node);
  if (span !== undefined && problem !== undefined) span.warning = problem;
}

function failure({ error, handled }: Failed): Partial<SpanDraft> {
  return { status: 'error', errorMessage: error, ...(handled ? { errorHandled: true } : {}) };
}

function close(fold: Fold, payload: Completed | Failed, result: Partial<SpanDraft>): void {
  const { endedAt, output, tries, recorded } = payload;
  const span = open(fold, payload);
  const told = { ...(tries === undefined ? {} : { tries }), ...(recorded === undefined ? {} : { recorded }) };
  Object.assign(span, { ...result, endTime: endedAt, isOpen: false, output, ...told });
  delete span.paused;
  fold.endedAt = later(fold.endedAt, endedAt);
}

function end(fold: Fold, endedAt: string, result: Fold['end']): void {
  fold.endedAt = endedAt;
  fold.hasEnded = true;
  fold.end = result;
}

function root({ startedAt, endedAt, hasEnded, input, end: result, blocks, calls, baseNanoUsd }: Fold): TraceSpan {
  const run = { startedMs: Date.parse(startedAt), hasEnded, next: 1 };
  const finish = (draft: SpanDraft): TraceSpan => finished(draft, run);
  const children = byStart(blocks).map(finish);
  const shownResult = { input, ...result };
  hideCredentials(shownResult);
  const times = { startTime: startedAt, endTime: endedAt, duration: between(startedAt, endedAt), relativeStartMs: 0 };
  return {
    id: 'workflow-execution',
    name: 'Workflow Execution',
    type: 'workflow',
    ...times,
    ...shownResult,
    ...calls.total.shown(baseNanoUsd),
    children,
  };
}

interface FinishedRun {
  readonly startedMs: number;
  readonly hasEnded: boolean;
  /** The place of the next block. */
  next: number;
}

/**
 * A span without an end event lasts as long as the spans inside it, and failed if one of them did. An agent has other ways when a call of it
 * fails. The outcome of a call that has none when its run has ended is unknown.
 */
function finished({ isOpen, children, ...span }: SpanDraft, run: FinishedRun): TraceSpan {
  const executionOrder = span.blockId === undefined ? undefined : run.next++;
  const inside = byStart(children).map((child) => finished(child, run));
  const endTime = isOpen ? inside.reduce((latest, child) => later(latest, child.endTime), span.endTime) : span.endTime;
  const isBroken = isOpen && inside.some((child) => child.status === 'error' && child.errorHandled !== true && child.outcome === undefined);
  const startMs = Date.parse(span.startTime);
  // One object for each of many thousand spans: copies would be most of the time.
  const shown: Changed<TraceSpan> = Object.assign(span, { duration: 0, relativeStartMs: startMs - run.startedMs, children: inside });
  hideCredentials(shown);
  if (executionOrder !== undefined) shown.executionOrder = executionOrder;
  if (span.outcome === 'in-flight' && run.hasEnded) shown.outcome = 'unknown';
  if (isBroken) shown.status = 'error';
  shown.endTime = endTime;
  shown.duration = (endTime === span.startTime ? startMs : Date.parse(endTime)) - startMs;
  return shown;
}

type Changed<Shape> = { -readonly [Field in keyof Shape]: Shape[Field] };

function hideCredentials(span: Changed<Pick<TraceSpan, 'input' | 'output'>>): void {
  const { input, output } = span;
  if (input !== undefined) span.input = redactCredentials(input);
  if (output !== undefined) span.output = redactCredentials(output);
}

/** Times in one format have the order of their text. */
function byStart(spans: readonly SpanDraft[]): readonly SpanDraft[] {
  return spans.length < 2 ? spans : spans.toSorted(({ startTime: one }, { startTime: other }) => (one < other ? -1 : Number(one > other)));
}

function later(one: string, other: string): string {
  return one < other ? other : one;
}

function between(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}
