import type { BlockLabels, TraceSpan } from './trace-span.js';

/** A span that is still being written. */
export type SpanDraft = {
  -readonly [Field in keyof Omit<TraceSpan, 'children' | 'relativeStartMs' | 'duration' | 'executionOrder'>]: TraceSpan[Field];
} & {
  /** Whether its end is known; else it goes to the end of what is inside it. */
  isOpen: boolean;
  readonly children: SpanDraft[];
};

/** The container of a span. */
type Pass = Pick<TraceSpan, 'loopId' | 'parallelId' | 'iterationIndex'>;

interface Workflow {
  readonly children: SpanDraft[];
  readonly labels: BlockLabels;
}

/** Places spans: the name of a node within the run contains its workflow, its containers and their passes. */
export class SpanTree {
  readonly #spans = new Map<string, SpanDraft>();
  readonly #passes = new Map<string, SpanDraft>();
  readonly #workflows = new Map<string, Workflow>();

  /** `path` is that of the scope that the blocks of the workflow stand in. */
  addWorkflow(path: string, workflow: Workflow): void {
    this.#workflows.set(path, workflow);
  }

  find(node: string): SpanDraft | undefined {
    return this.#spans.get(node);
  }

  /** The span of a node, made where it belongs when it is new. */
  span(node: string, blockId: string, startedAt: string): SpanDraft {
    const known = this.#spans.get(node);
    if (known !== undefined) return known;
    const call = this.call(node, agentOfCall(node) ?? '', startedAt);
    if (call !== undefined) return call;
    const { children, labels, pass } = this.#place(pathOf(node, blockId), startedAt);
    const { name, type } = (Object.hasOwn(labels, blockId) ? labels[blockId] : undefined) ?? { name: blockId, type: 'unknown' };
    const span: SpanDraft = {
      id: idOf(node, startedAt),
      name,
      type,
      blockId,
      status: 'success',
      startTime: startedAt,
      endTime: startedAt,
      ...pass,
      isOpen: true,
      children: [],
    };
    children.push(span);
    this.#spans.set(node, span);
    return span;
  }

  /** The span of a call below that of its agent, made when it is new. Undefined when the agent is not in the trace. */
  call(name: string, agent: string, startedAt: string): SpanDraft | undefined {
    const known = this.#spans.get(name);
    const above = this.#spans.get(agent);
    if (known !== undefined || above === undefined) return known;
    const span: SpanDraft = {
      id: idOf(name, startedAt),
      name,
      type: 'tool',
      status: 'success',
      startTime: startedAt,
      endTime: startedAt,
      isOpen: true,
      children: [],
    };
    above.children.push(span);
    this.#spans.set(name, span);
    return span;
  }

  #place(path: string, startedAt: string): Workflow & { readonly pass: Pass } {
    const workflow = this.#workflows.get(path);
    if (workflow !== undefined) return { ...workflow, pass: {} };
    const { container, index } = passOf(path);
    const around = this.#spans.get(container);
    if (around === undefined) throw new Error(`The container of ${path} is unknown`);
    const labels = this.#place(pathOf(container, around.blockId ?? ''), startedAt).labels;
    const pass: Pass = { [around.type === 'parallel' ? 'parallelId' : 'loopId']: around.blockId, iterationIndex: index };
    return { children: this.#pass(path, around, pass, startedAt).children, labels, pass };
  }

  #pass(path: string, around: SpanDraft, pass: Pass, startedAt: string): SpanDraft {
    const known = this.#passes.get(path);
    if (known !== undefined) return known;
    const span: SpanDraft = {
      id: idOf(path, startedAt),
      name: `${around.name} (iteration ${(pass.iterationIndex ?? 0) + 1})`,
      type: `${around.type}-iteration`,
      status: 'success',
      startTime: startedAt,
      endTime: startedAt,
      ...pass,
      isOpen: true,
      children: [],
    };
    around.children.push(span);
    this.#passes.set(path, span);
    return span;
  }
}

/** The agent of a tool call `<agent>#<turn>.<tool>`; undefined for other nodes. */
export function agentOfCall(node: string): string | undefined {
  return /^(.*)#\d+\.\d+$/s.exec(node)?.[1];
}

function idOf(name: string, startedAt: string): string {
  return `${name}-${String(Date.parse(startedAt))}`;
}

/** Everything in front of the id of the block. */
function pathOf(node: string, blockId: string): string {
  return node === blockId ? '' : node.slice(0, -blockId.length - 1);
}

function passOf(path: string): { readonly container: string; readonly index: number } {
  const bracket = path.lastIndexOf('[');
  return { container: path.slice(0, bracket), index: Number(path.slice(bracket + 1, -1)) };
}
