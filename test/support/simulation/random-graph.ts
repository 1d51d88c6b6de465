import type { EdgeSpec, FailSpec, GraphSpec, NodeSpec, PassField, ReadSpec, RunSpec, StepSpec, TestSpec } from './graph-spec.js';
import { startId } from './graph-spec.js';
import type { Random } from './random.js';

/** What blocks of a graph may use of what is around them. */
interface Surroundings {
  readonly kind: 'root' | 'loop' | 'parallel';
  readonly depth: number;
  readonly reads: readonly ReadSpec[];
  readonly secretsOf: readonly string[];
  readonly pass: readonly PassField[];
  readonly isInParallel: boolean;
  /** Whether another workflow runs this one: what it answers ends only itself. */
  readonly isCalled: boolean;
  /** Workflows that may be called. */
  readonly callable: readonly number[];
}

/** What lies behind a block, for those after it. */
interface Yield {
  readonly reads: readonly ReadSpec[];
  readonly secretsOf: readonly string[];
}

const deepest = 3;

/** Makes up workflows of up to `most` blocks in all. */
export function randomRun(random: Random, most: number): RunSpec {
  const generator = new Generator(random);
  const others = most > 3 && random.chance(0.4) ? random.between(1, 3) : 0;
  const share = Math.max(2, Math.floor(most / (others + 2)));
  const workflows: GraphSpec[] = [];
  for (let position = others; position >= 0; position -= 1) {
    const callable = workflows.map((_, index) => others - index);
    workflows.push(generator.workflow(random.between(1, share), callable, position > 0));
  }
  return { workflows: workflows.toReversed(), variables: generator.variables };
}

class Generator {
  readonly variables: Record<string, number> = {};
  #ids = 0;

  constructor(private readonly random: Random) {}

  workflow(budget: number, callable: readonly number[], isCalled: boolean): GraphSpec {
    const start: ReadSpec = { kind: 'block', id: startId };
    const around = { kind: 'root', depth: 0, reads: [start], secretsOf: [], pass: [], isInParallel: false, isCalled, callable } as const;
    const { graph } = this.#graph(budget, around);
    return this.random.chance(0.75) ? this.#joined(graph) : graph;
  }

  /** Everything leads to one last block. */
  #joined(graph: GraphSpec): GraphSpec {
    const sources = new Set(graph.edges.map(({ from }) => from));
    const last = this.#step([]);
    const ends = graph.nodes.filter(({ id }) => !sources.has(id)).map(({ id }): EdgeSpec => ({ from: id, to: last.id, handle: 'source' }));
    return { nodes: [...graph.nodes, last], edges: [...graph.edges, ...ends] };
  }

  #graph(budget: number, around: Surroundings): { graph: GraphSpec; reads: readonly ReadSpec[]; secretsOf: readonly string[] } {
    const nodes: NodeSpec[] = [];
    const edges: EdgeSpec[] = [];
    // Some graphs are chains, others have much beside each other.
    const bushiness = this.random.pick([0.05, 0.15, 0.5]);
    const yields = new Map<string, Yield>();
    for (let left = budget; left > 0;) {
      const links = this.#links(nodes, bushiness);
      // What can never run is not waited for.
      const before = links.flatMap(({ from }) => yields.get(from) ?? []);
      const inside = {
        ...around,
        reads: unique([...around.reads, ...before.flatMap(({ reads }) => reads)]),
        secretsOf: [...new Set([...around.secretsOf, ...before.flatMap(({ secretsOf }) => secretsOf)])],
      };
      const { node, cost, inner } = this.#node(left, inside);
      left -= cost;
      nodes.push(node);
      edges.push(...links.map((link) => ({ ...link, to: node.id })));
      const isLive = node.isEnabled && links.some(({ from }) => from === '' || yields.has(from));
      if (isLive) yields.set(node.id, this.#yieldOf(node, inside, inner));
    }
    const all = [...yields.values()];
    return {
      graph: { nodes, edges },
      reads: unique(all.flatMap(({ reads }) => reads)),
      secretsOf: [...new Set(all.flatMap(({ secretsOf }) => secretsOf))],
    };
  }

  /** Where the next block is reached from. */
  #links(nodes: readonly NodeSpec[], bushiness: number): readonly Omit<EdgeSpec, 'to'>[] {
    // A block that nothing leads to never runs.
    if (nodes.length > 0 && this.random.chance(0.02)) return [];
    if (nodes.length === 0 || this.random.chance(bushiness)) return [{ from: '', handle: 'source' }];
    const count = this.random.chance(0.6) ? 1 : this.random.between(1, 3);
    const recent = nodes.slice(-5);
    const sources = new Set(Array.from({ length: count }, () => recent[this.random.between(0, recent.length - 1)]));
    return [...sources].flatMap((source) =>
      source === undefined ? [] : this.#handles(source).map((handle) => ({ from: source.id, handle })),
    );
  }

  /** By which ways out of a block another one is reached. */
  #handles(node: NodeSpec): readonly string[] {
    if (node.kind === 'condition')
      return this.random
        .some(node.branches, 0.5)
        .map(({ id }) => `condition-${id}`)
        .concat(this.random.chance(0.1) ? ['source'] : []);
    const mayFail =
      (node.kind === 'step' && node.fails !== null) || node.kind === 'call' || node.kind === 'loop' || node.kind === 'parallel';
    if (mayFail && this.random.chance(0.5)) return this.random.chance(0.3) ? ['source', 'error'] : ['error'];
    return [node.kind === 'loop' && this.random.chance(0.7) ? 'loop-end-source' : 'source'];
  }

  #node(left: number, around: Surroundings): { node: NodeSpec; cost: number; inner?: Yield } {
    const isDeep = around.depth >= deepest || left < 2;
    const kind = this.random.pick([
      ...(['step', 'step', 'step', 'step', 'step', 'condition', 'condition', 'variables', 'wait'] as const),
      ...(isDeep ? [] : (['loop', 'loop', 'parallel', 'parallel'] as const)),
      ...(around.callable.length === 0 ? [] : (['call', 'call', 'call', 'call'] as const)),
      ...(this.random.chance(0.3) ? (['response'] as const) : []),
      ...(around.isCalled && this.random.chance(0.5) ? (['response', 'response', 'response'] as const) : []),
    ]);
    if (kind === 'loop' || kind === 'parallel') return this.#container(kind, left, around);
    return { node: this.#simple(kind, around), cost: 1 };
  }

  #simple(kind: 'step' | 'condition' | 'variables' | 'wait' | 'call' | 'response', around: Surroundings): NodeSpec {
    const { random } = this;
    if (kind === 'step') return this.#step(around.reads, around);
    const any = this.#any();
    const read = this.#read(around);
    if (kind === 'wait') {
      const isAsync = random.chance(0.6);
      return { ...any, kind, isAsync, ms: isAsync ? random.pick([0, 600, 3_000, 60_000, 600_000]) : random.pick([0, 50, 1_000]) };
    }
    if (kind === 'variables') {
      const variable = `v${this.#ids}`;
      this.variables[variable] = random.between(0, 9);
      return { ...any, kind, variable, read };
    }
    if (kind === 'call') return { ...any, kind, read, workflow: around.callable[random.between(0, around.callable.length - 1)] ?? 0 };
    if (kind === 'response') return { ...any, kind, read };
    return { ...any, kind, branches: this.#branches(any.id, around) };
  }

  #branches(id: string, around: Surroundings): { id: string; test: TestSpec | 'else' }[] {
    const count = this.random.between(1, 2);
    const branches = Array.from({ length: count }, (_, index): { id: string; test: TestSpec | 'else' } => ({
      id: `${id}-${index}`,
      test: this.#test(around),
    }));
    return this.random.chance(0.6) ? [...branches, { id: `${id}-else`, test: 'else' }] : branches;
  }

  #test(around: Surroundings): TestSpec {
    const [field, ...fields] = around.pass.filter((each) => each.endsWith('index'));
    const kind = this.random.pick(['constant', 'remainder', 'remainder', ...(field === undefined ? [] : (['pass', 'pass'] as const))]);
    if (kind === 'constant') return { kind, holds: this.random.chance(0.5) };
    if (kind === 'pass' && field !== undefined) return { kind, field: this.random.pick([field, ...fields]), is: this.random.between(0, 2) };
    const divisor = this.random.between(2, 3);
    return { kind: 'remainder', read: this.#read(around), divisor, rest: this.random.between(0, divisor - 1) };
  }

  #container(kind: 'loop' | 'parallel', left: number, around: Surroundings): { node: NodeSpec; cost: number; inner: Yield } {
    const { random } = this;
    const any = this.#any();
    const budget = random.between(1, Math.min(left - 1, 6));
    const inside: Surroundings = {
      ...around,
      kind,
      depth: around.depth + 1,
      isInParallel: around.isInParallel || kind === 'parallel',
      pass: [...new Set<PassField>([...around.pass, `${kind}.index`, `${kind}.item`])],
    };
    const { graph: inner, reads, secretsOf } = this.#graph(budget, inside);
    const count = random.pick([0, 1, 2, 2, 3, 3, 5]);
    const atOnce = random.between(1, 4);
    const type = random.pick(['for', 'forEach', 'while', 'doWhile'] as const);
    const hasItems = random.chance(0.5);
    // To count to 0 means to count to what editors begin with.
    const counted = Math.max(1, count);
    const node: NodeSpec =
      kind === 'loop'
        ? { ...any, kind, type, count: Math.min(type === 'for' ? counted : count, 4), inner }
        : { ...any, kind, hasItems, count: hasItems ? count : counted, atOnce, inner };
    return { node, cost: budget + 1, inner: { reads, secretsOf } };
  }

  #step(reads: readonly ReadSpec[], around?: Surroundings): StepSpec {
    const { random } = this;
    const any = this.#any();
    const fails = around !== undefined && random.chance(0.14) ? this.#fails(around.pass) : null;
    const effects = random.chance(0.35) ? random.between(1, 2) : 0;
    const told = around?.secretsOf ?? [];
    return {
      ...any,
      kind: 'step',
      number: this.#ids,
      reads: random.some(reads, 0.4).slice(0, 4),
      pass: (around?.pass ?? []).filter((field) => random.chance(0.8) || (fails?.kind === 'passes' && fails.field === field)),
      fails,
      tries: random.chance(fails === null ? 0.1 : 0.5) ? random.between(2, 3) : 1,
      effects,
      isSync: effects === 0 && random.chance(0.5),
      isDeaf: random.chance(0.4),
      namesSecret: random.chance(0.08),
      passesSecretOf: told.length > 0 && random.chance(0.5) ? (told[random.between(0, told.length - 1)] ?? null) : null,
    };
  }

  #fails(pass: readonly PassField[]): FailSpec {
    const field = pass.find((each) => each.endsWith('index'));
    const kind = this.random.pick(['always', 'first tries', ...(field === undefined ? [] : (['passes', 'passes'] as const))]);
    if (kind === 'passes' && field !== undefined) return { kind, field, passes: this.random.some([0, 1, 2], 0.5) };
    return kind === 'always' ? { kind } : { kind: 'first tries', tries: this.random.between(1, 3) };
  }

  #read({ reads }: Surroundings): ReadSpec {
    return reads[this.random.between(0, reads.length - 1)] ?? { kind: 'block', id: startId };
  }

  #any(): { id: string; isEnabled: boolean } {
    this.#ids += 1;
    return { id: `b${this.#ids}`, isEnabled: !this.random.chance(0.04) };
  }

  /** All branches of a parallel share a variable, so that its value is only predictable outside of parallels. */
  #yieldOf(node: NodeSpec, { reads, secretsOf, isInParallel }: Surroundings, inner?: Yield): Yield {
    const own: ReadSpec[] = [];
    if (node.kind === 'step') own.push({ kind: 'block', id: node.id });
    if (node.kind === 'variables' && !isInParallel) own.push({ kind: 'variable', name: node.variable });
    const secrets = node.kind === 'step' && (node.namesSecret || node.passesSecretOf !== null) ? [node.id] : [];
    return { reads: [...reads, ...own, ...(inner?.reads ?? [])], secretsOf: [...secretsOf, ...secrets, ...(inner?.secretsOf ?? [])] };
  }
}

function unique(reads: readonly ReadSpec[]): readonly ReadSpec[] {
  return [...new Map(reads.map((read) => [read.kind === 'block' ? read.id : `variable ${read.name}`, read])).values()];
}
