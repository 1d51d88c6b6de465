import { invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { isTrigger } from '#document/block-roles.js';
import { findBlock, isStrict, type Block, type Edge, type WorkflowDocument } from '#document/document.js';
import type { ExecutionTrigger } from '../execution.events.js';
import { retryPolicy } from './block-retry.js';
import { coerce } from '../values/coerce.js';
import { leadingTo } from './leading-blocks.js';
import { liveGraph, type LiveGraph } from './live-graph.js';
import type { Link, Plan, PlannedBlock, PlannedTarget, Region, RegionNode } from './plan.js';
import { normaliseName } from '../texts/reference.js';
import { SourceCache } from '../values/source-cache.js';
import { chooseStart } from './start-choice.js';
import type { Knows } from '../texts/template.js';

/**
 * Turns a healed document into a plan for runs that a trigger starts, or that begin with one certain block. Pure, and worth
 * caching: one plan serves every such run of a deployment.
 * @throws DomainError when no run can begin
 */
export function compile(document: WorkflowDocument, trigger: ExecutionTrigger, startBlockId?: string, rules: PlanRules = {}): Plan {
  const start = chooseStart(document, trigger, startBlockId);
  const { until, pins = false } = rules;
  const leading = until === undefined ? document : leadingTo(document, until);
  if (findBlock(leading.blocks, start.id) === undefined)
    throw invalidField('until', 'until must name a block that the run can reach from its start: no path leads to it');
  const graph = liveGraph(leading, start);
  const compilation = new Compilation(document, graph, pins);
  const root = compilation.region('', null);
  const planned = compilation.blocks.get(start.id);
  if (planned === undefined) throw new Error('A start block is always reached');
  const { blocks, names, variables } = compilation;
  return { start: planned, root, strictInput: isStrict(document), blocks, names, variables };
}

/** What a plan for a run of a draft leaves out. */
export interface PlanRules {
  /** Id of the block with which the run ends. */
  readonly until?: string | undefined;
  /** Whether pinned blocks have their pinned outputs. */
  readonly pins?: boolean | undefined;
}

/** Blocks that run another workflow. */
const callTypes: ReadonlySet<string> = new Set(['workflow', 'workflow_input']);
/** Blocks that ask a model. */
const agentTypes: ReadonlySet<string> = new Set(['agent', 'router', 'router_v2', 'evaluator']);

class Compilation {
  readonly blocks = new Map<string, PlannedBlock>();
  readonly names: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, Json>;

  constructor(
    private readonly document: WorkflowDocument,
    private readonly graph: LiveGraph,
    private readonly usesPins: boolean,
  ) {
    this.names = namesOf(Object.values(document.blocks));
    this.variables = new Map(Object.values(document.variables).map(({ name, type, value }) => [normaliseName(name), coerce(type, value)]));
  }

  region(id: string, container: { readonly kind: Region['kind']; readonly parent: Region } | null): Region {
    const nodes: RegionNode[] = [];
    const { kind, parent } = container ?? { kind: 'root' as const, parent: null };
    const region: Region = { id, kind, parent, nodes, sources: new SourceCache(this.#knowsIn(kind, parent)) };
    const members = this.graph.members.get(id) ?? [];
    const positions = new Map(members.map((block, position) => [block.id, position]));
    const links = members.map((block) => linksOf(this.#edgesOf(block), positions));
    const inputs = countInputs(links, members.length);
    for (const [position, block] of members.entries()) {
      nodes.push({ block: this.#block(block, region), inputs: inputs[position] ?? 0, links: links[position] ?? [] });
    }
    return region;
  }

  #block(block: Block, region: Region): PlannedBlock {
    const { id, type, name, data, subBlocks } = block;
    const edges = this.#edgesOf(block);
    const pin = this.usesPins && !isTrigger(block) ? block.pin : undefined;
    const inner = pin === undefined && (type === 'loop' || type === 'parallel') ? this.region(id, { kind: type, parent: region }) : null;
    const planned: PlannedBlock = {
      id,
      type,
      kind: pin === undefined ? (inner === null ? kindOf(block) : 'container') : 'work',
      ...(pin === undefined ? {} : { pin }),
      ...(block['triggerMode'] === true ? { triggerMode: true } : {}),
      name,
      referenceName: normaliseName(name),
      params: Object.fromEntries(Object.entries(subBlocks).map(([field, { value }]) => [field, value])),
      data,
      outputs: isOpaque(block) ? null : block.outputs,
      retry: isTrigger(block) ? null : retryPolicy(block),
      hasErrorEdge: edges.some(({ sourceHandle }) => sourceHandle === 'error'),
      targets: edges.map((edge) => this.#target(edge)),
      region,
      inner,
    };
    this.blocks.set(id, planned);
    return planned;
  }

  /** The edges of a router of the older form have one handle for all: here each has its own, as in the newer form. */
  #edgesOf({ id, type }: Block): readonly Edge[] {
    const edges = this.graph.edges.get(id) ?? [];
    if (type !== 'router') return edges;
    return edges.map((edge) => (edge.sourceHandle === 'source' ? { ...edge, sourceHandle: `router-${edge.target}` } : edge));
  }

  #target({ sourceHandle, target }: Edge): PlannedTarget {
    const block = this.document.blocks[target];
    return { handle: sourceHandle, blockId: target, blockType: block?.type ?? '', blockTitle: block?.name ?? '' };
  }

  #knowsIn(kind: Region['kind'], parent: Region | null): Knows {
    const around = new Set<string>();
    for (let at: Pick<Region, 'kind' | 'parent'> | null = { kind, parent }; at !== null; at = at.parent) around.add(at.kind);
    // A pass that is referred to from outside of its container is a mistake, and no text.
    return ({ base, path: [first] }) => {
      if (base === 'variable') return first !== undefined && this.variables.has(normaliseName(first));
      return base === 'loop' || base === 'parallel' ? around.has(base) || first !== undefined : this.names.has(base);
    };
  }
}

function kindOf({ type, ...block }: Block): PlannedBlock['kind'] {
  if (block['triggerMode'] === true) return 'work';
  if (callTypes.has(type)) return 'call';
  return agentTypes.has(type) ? 'agent' : 'work';
}

/** Where two names differ in dots alone, the one without dots keeps the reference. */
function namesOf(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const dotted = blocks.filter(({ name }) => name.includes('.'));
  const plain = blocks.filter(({ name }) => !name.includes('.'));
  return new Map([...dotted, ...plain].map(({ id, name }) => [normaliseName(name), id]));
}

/** A start passes on whatever the caller sends, a question whatever is answered, and an agent whatever fits its schema. */
function isOpaque(block: Block): boolean {
  const { type, outputs } = block;
  return (
    isTrigger(block) || agentTypes.has(type) || type === 'human_in_the_loop' || !isJsonObject(outputs) || Object.keys(outputs).length === 0
  );
}

function linksOf(edges: readonly Edge[], positions: ReadonlyMap<string, number>): readonly Link[] {
  const links = Map.groupBy(edges, ({ target }) => positions.get(target) ?? -1);
  return [...links].map(([target, parallel]) => ({ target, handles: parallel.map(({ sourceHandle }) => sourceHandle) }));
}

function countInputs(links: readonly (readonly Link[])[], count: number): readonly number[] {
  const inputs = Array.from({ length: count }, () => 0);
  for (const { target } of links.flat()) inputs[target] = (inputs[target] ?? 0) + 1;
  return inputs;
}
