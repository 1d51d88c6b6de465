import type { Json, JsonObject } from '#kernel/json.js';
import {
  itemsOf,
  secretName,
  startId,
  startNumber,
  workflowIdOf,
  workflowNameOf,
  workOut,
  type CallSpec,
  type ConditionSpec,
  type EdgeSpec,
  type FailSpec,
  type GraphSpec,
  type LoopSpec,
  type NodeSpec,
  type ParallelSpec,
  type PassField,
  type ReadSpec,
  type RunSpec,
  type StepSpec,
  type TestSpec,
} from './graph-spec.js';

/** How a workflow may end before its last block has. */
export type Ending =
  | { readonly kind: 'answered'; readonly output: JsonObject }
  | { readonly kind: 'failed'; readonly error: string; readonly blockId: string };

/** What must come of a block if it ends. */
export interface ExpectedNode {
  readonly status: 'completed' | 'failed';
  /** Null where it cannot be told. */
  readonly output: JsonObject | null;
}

export interface Expectation {
  /** False where two things that exclude each other may come first. */
  readonly isExact: boolean;
  /** If there are any, the run ends in one of these ways. */
  readonly endings: readonly Ending[];
  /** Otherwise it completes with one of these; null for one that cannot be told. */
  readonly outputs: readonly (JsonObject | null)[];
  /** Every block that may end, by node key. */
  readonly possible: ReadonlyMap<string, ExpectedNode>;
  /** Node keys of blocks that have ended when the run completes by itself. */
  readonly certain: ReadonlySet<string>;
  /** Effects of the certain ones. */
  readonly effects: number;
}

type Settled =
  | { readonly status: 'completed'; readonly handle: string | null; readonly output: JsonObject | null }
  | { readonly status: 'failed'; readonly error: string; readonly output: JsonObject }
  /** Its workflow has ended, or waits for something that never comes. */
  | { readonly status: 'stuck' }
  | { readonly status: 'dead' };

interface OracleFrame {
  readonly caller: OracleFrame | null;
  readonly outputs: Map<string, JsonObject>;
  readonly variables: Map<string, Json>;
  readonly endings: Ending[];
  readonly lastOutputs: (JsonObject | null)[];
  readonly anyOutputs: (JsonObject | null)[];
  readonly around: ReadonlyMap<string, readonly (LoopSpec | ParallelSpec)[]>;
}

interface OracleScope {
  readonly frame: OracleFrame;
  readonly path: string;
  /** Index of each parallel branch around, by the id of the parallel. */
  readonly branches: ReadonlyMap<string, number>;
  readonly pass: Readonly<Partial<Record<PassField, number | null>>>;
  readonly isRoot: boolean;
}

/** Says what must come of a run: goes through the graphs block by block, in no order that time has anything to do with. */
export function expectationOf(run: RunSpec): Expectation {
  return new Oracle(run).expectation();
}

class Oracle {
  readonly #possible = new Map<string, ExpectedNode>();
  readonly #noted: { readonly key: string; readonly frame: OracleFrame; readonly effects: number }[] = [];
  #isExact = true;

  constructor(private readonly run: RunSpec) {}

  expectation(): Expectation {
    const frame = this.#workflow(0, '', startNumber, null);
    const certain = this.#noted.filter(({ frame: at }) => isUndisturbed(at));
    return {
      isExact: this.#isExact,
      endings: frame.endings,
      outputs: outputsOf(frame),
      possible: this.#possible,
      certain: new Set(certain.map(({ key }) => key)),
      effects: certain.reduce((sum, { effects }) => sum + effects, 0),
    };
  }

  #workflow(position: number, path: string, n: Json, caller: OracleFrame | null): OracleFrame {
    const graph = this.run.workflows[position];
    if (graph === undefined) throw new Error(`There is no workflow ${position}`);
    const around = new Map<string, readonly (LoopSpec | ParallelSpec)[]>();
    placeBlocks(graph, [], around);
    const variables = new Map<string, Json>(Object.entries(this.run.variables));
    const frame: OracleFrame = { caller, outputs: new Map(), variables, endings: [], lastOutputs: [], anyOutputs: [], around };
    const scope: OracleScope = { frame, path, branches: new Map(), pass: {}, isRoot: true };
    this.#keep({ id: startId }, scope, { status: 'completed', handle: 'source', output: { n } }, liveIn(graph).size === 0);
    this.#graph(graph, scope);
    return frame;
  }

  /** @returns what its blocks put out; undefined when it never ends */
  #graph(graph: GraphSpec, scope: OracleScope): readonly (JsonObject | null)[] | undefined {
    const live = liveIn(graph);
    const states = new Map<string, Settled>();
    const edges = graph.edges.filter(({ from, to }) => live.has(to) && (from === '' || live.has(from)));
    for (const node of graph.nodes) {
      if (!live.has(node.id)) continue;
      const incoming = edges.filter(({ to, from }) => to === node.id && from !== '');
      const state = arrival(incoming, states) ?? this.#settle(node, edges, scope);
      states.set(node.id, state);
    }
    const all = [...states.values()];
    if (all.some(({ status }) => status === 'stuck')) return undefined;
    return all.flatMap((state) => ('output' in state ? [state.output] : []));
  }

  #settle(node: NodeSpec, edges: readonly EdgeSpec[], scope: OracleScope): Settled {
    const own = edges.filter(({ from }) => from === node.id);
    const state = this.#run(node, scope);
    if (state.status === 'stuck' || state.status === 'dead') return state;
    this.#keep(node, scope, state, own.length === 0);
    const { endings } = scope.frame;
    if (state.status === 'failed' && !own.some(({ handle }) => handle === 'error')) {
      addOnce(endings, { kind: 'failed', error: `${node.id}: ${state.error}`, blockId: node.id });
      return { status: 'stuck' };
    }
    if (node.kind !== 'response') return state;
    if (state.output !== null) addOnce(endings, { kind: 'answered', output: state.output });
    return { status: 'stuck' };
  }

  #keep(
    node: { readonly id: string; readonly effects?: number },
    scope: OracleScope,
    state: Exclude<Settled, { status: 'stuck' | 'dead' }>,
    isLast: boolean,
  ): void {
    const { frame, path, isRoot } = scope;
    const { status, output } = state;
    const key = path === '' ? node.id : `${path}/${node.id}`;
    const told = output === decision ? null : output;
    this.#possible.set(key, { status, output: told });
    this.#noted.push({ key, frame, effects: node.effects ?? 0 });
    frame.outputs.set(this.#slot(node.id, scope), output ?? {});
    if (status === 'failed') return;
    frame.anyOutputs.push(told);
    if (isRoot && isLast) frame.lastOutputs.push(told);
  }

  #run(node: NodeSpec, scope: OracleScope): Settled {
    switch (node.kind) {
      case 'step':
        return this.#step(node, scope);
      case 'condition':
        return this.#condition(node, scope);
      case 'response': {
        const headers = { 'Content-Type': 'application/json' };
        return completed({ data: { n: this.#read(node.read, scope) }, status: 200, headers });
      }
      case 'wait':
        return completed({ waitDuration: node.ms, status: 'completed' });
      case 'variables': {
        const value = this.#read(node.read, scope);
        scope.frame.variables.set(node.variable, value);
        return completed({ [node.variable]: value });
      }
      case 'loop':
        return this.#loop(node, scope);
      case 'parallel':
        return this.#parallel(node, scope);
      case 'call':
        return this.#call(node, scope);
    }
  }

  #step({ id, number, reads, pass, fails, tries, namesSecret, passesSecretOf }: StepSpec, scope: OracleScope): Settled {
    if (failsFinally(fails, tries, scope.pass)) return failed(`broken ${id}`);
    const seen = Object.fromEntries(pass.map((field) => [field, scope.pass[field] ?? null]));
    const n = workOut(number, [...reads.map((read) => this.#read(read, scope)), ...Object.values(seen)]);
    const passed = passesSecretOf === null ? null : (this.#output(passesSecretOf, scope)?.['secret'] ?? null);
    return completed({ n, pass: seen, secret: namesSecret ? `{{${secretName}}}` : passed });
  }

  /** What the block before said is passed on, which depends on who was first: only the choice is expected. */
  #condition({ branches }: ConditionSpec, scope: OracleScope): Settled {
    const chosen = branches.find(({ test }) => test === 'else' || this.#holds(test, scope));
    return { status: 'completed', handle: chosen === undefined ? null : `condition-${chosen.id}`, output: decision };
  }

  #holds(test: TestSpec, scope: OracleScope): boolean {
    if (test.kind === 'constant') return test.holds;
    if (test.kind === 'pass') return scope.pass[test.field] === test.is;
    return Number(this.#read(test.read, scope)) % test.divisor === test.rest;
  }

  #loop(node: LoopSpec, scope: OracleScope): Settled {
    if (liveIn(node.inner).size === 0) return emptyContainer;
    const count = node.type === 'doWhile' ? Math.max(1, node.count) : node.count;
    const results: (readonly (JsonObject | null)[])[] = [];
    for (let index = 0; index < count; index += 1) {
      const item = node.type === 'forEach' ? (itemsOf(count)[index] ?? null) : null;
      const pass = { ...scope.pass, 'loop.index': index, 'loop.item': item };
      const outputs = this.#graph(node.inner, { ...scope, path: passPath(scope, node.id, index), pass, isRoot: false });
      if (outputs === undefined) return { status: 'stuck' };
      if (outputs.length > 0) results.push(outputs);
    }
    return resultsOf(results);
  }

  #parallel(node: ParallelSpec, scope: OracleScope): Settled {
    if (liveIn(node.inner).size === 0) return emptyContainer;
    const branches = itemsOf(node.count).map((item, index) => {
      const pass = { ...scope.pass, 'parallel.index': index, 'parallel.item': node.hasItems ? item : null };
      const inside = { ...scope, path: passPath(scope, node.id, index), pass, isRoot: false };
      return this.#graph(node.inner, { ...inside, branches: new Map([...scope.branches, [node.id, index]]) });
    });
    return branches.every((branch) => branch !== undefined) ? resultsOf(branches) : { status: 'stuck' };
  }

  #call({ id, workflow, read }: CallSpec, scope: OracleScope): Settled {
    const key = scope.path === '' ? id : `${scope.path}/${id}`;
    const frame = this.#workflow(workflow, `${key}()`, this.#read(read, scope), scope.frame);
    const [first, ...others] = frame.endings;
    const about = { childWorkflowName: workflowNameOf(workflow), childWorkflowId: workflowIdOf(workflow) };
    if (first === undefined) {
      const [only, ...more] = outputsOf(frame);
      return {
        status: 'completed',
        handle: 'source',
        output: more.length > 0 || only === null ? null : { success: true, ...about, result: only ?? {} },
      };
    }
    if (others.length > 0) this.#isExact = false;
    if (first.kind === 'answered') return completed({ success: true, ...about, result: first.output });
    return failed(`"${about.childWorkflowName}" failed: ${first.error}`, { success: false, ...about });
  }

  #read(read: ReadSpec, scope: OracleScope): Json {
    if (read.kind === 'variable') return scope.frame.variables.get(read.name) ?? null;
    return this.#output(read.id, scope)?.['n'] ?? null;
  }

  #output(id: string, scope: OracleScope): JsonObject | undefined {
    return scope.frame.outputs.get(this.#slot(id, scope));
  }

  /** Branches of a parallel have outputs of their own; from outside the first one is seen. */
  #slot(id: string, { frame, branches }: OracleScope): string {
    const parallels = (frame.around.get(id) ?? []).filter(({ kind }) => kind === 'parallel');
    return [id, ...parallels.map((parallel) => branches.get(parallel.id) ?? 0)].join('|');
  }
}

const emptyContainer = failed('No block inside is connected to its start');

/** What a decision puts out depends on who came first; it is left out of results, too. */
const decision: JsonObject = { conditionResult: null };

function resultsOf(passes: readonly (readonly (JsonObject | null)[])[]): Settled {
  const isTold = passes.every((pass) => !pass.includes(null));
  return { status: 'completed', handle: 'source', output: isTold ? { results: passes as Json } : null };
}

function failed(error: string, output: JsonObject = {}): Settled {
  return { status: 'failed', error, output: { ...output, error } };
}

function completed(output: JsonObject): Settled {
  return { status: 'completed', handle: 'source', output };
}

/** Undefined when the block runs. */
function arrival(incoming: readonly EdgeSpec[], states: ReadonlyMap<string, Settled>): Settled | undefined {
  if (incoming.length === 0) return undefined;
  const sources = incoming.map(({ from, handle }) => ({ state: states.get(from) ?? { status: 'dead' as const }, handle }));
  if (sources.some(({ state }) => state.status === 'stuck')) return { status: 'stuck' };
  return sources.some(({ state, handle }) => fires(state, handle)) ? undefined : { status: 'dead' };
}

function fires(state: Settled, handle: string): boolean {
  if (handle === 'error') return state.status === 'failed';
  if (state.status !== 'completed') return false;
  return handle.startsWith('condition-') ? state.handle === handle : true;
}

function failsFinally(fails: FailSpec | null, tries: number, pass: OracleScope['pass']): boolean {
  if (fails === null) return false;
  if (fails.kind === 'always') return true;
  return fails.kind === 'passes' ? fails.passes.includes(pass[fails.field] ?? -1) : fails.tries >= tries;
}

function passPath({ path }: OracleScope, id: string, index: number): string {
  return `${path === '' ? id : `${path}/${id}`}[${index}]`;
}

/** Ids of the blocks that can be reached. */
function liveIn({ nodes, edges }: GraphSpec): ReadonlySet<string> {
  const live = new Set<string>();
  for (const { id, isEnabled } of nodes) {
    if (isEnabled && edges.some(({ from, to }) => to === id && (from === '' || live.has(from)))) live.add(id);
  }
  return live;
}

function placeBlocks(
  { nodes }: GraphSpec,
  around: readonly (LoopSpec | ParallelSpec)[],
  places: Map<string, readonly (LoopSpec | ParallelSpec)[]>,
): void {
  for (const node of nodes) {
    places.set(node.id, around);
    if ('inner' in node) placeBlocks(node.inner, [...around, node], places);
  }
}

function outputsOf({ lastOutputs, anyOutputs }: OracleFrame): readonly (JsonObject | null)[] {
  return lastOutputs.length > 0 ? lastOutputs : anyOutputs;
}

/** Whether neither the workflow nor one of those that called it may end early. */
function isUndisturbed(frame: OracleFrame): boolean {
  for (let at: OracleFrame | null = frame; at !== null; at = at.caller) if (at.endings.length > 0) return false;
  return true;
}

function addOnce(endings: Ending[], ending: Ending): void {
  const text = JSON.stringify(ending);
  if (!endings.some((known) => JSON.stringify(known) === text)) endings.push(ending);
}
