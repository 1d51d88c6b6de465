import type { PlannedBlock, Region, RegionNode } from './plan.js';
import { nodeKey, type Scope } from './scope.js';

/** A block that may run now. */
export interface ReadyNode {
  /** Names the block within the run: its id, after the path of its scope. */
  readonly key: string;
  readonly block: PlannedBlock;
  readonly scope: Scope;
  /** Key of the block whose edge was the first to lead here; null where a scope begins. */
  readonly from: string | null;
}

/** How a block ended. `ends`: it ended the whole run. */
export type Settlement =
  { readonly kind: 'completed'; readonly handle: string | null; readonly ends: boolean } | { readonly kind: 'failed' };

interface NodeState extends ReadyNode {
  readonly node: RegionNode;
  from: string | null;
  /** Different blocks with an edge to this one that have neither fired nor died. */
  pending: number;
  status: 'waiting' | 'ready' | 'settled' | 'dead';
}

/**
 * Says what may run next. It decides from the plan and the sequence of settlements alone, so feeding it the recorded ones again
 * brings it to the same state: that is how a run is recovered. Each edge is looked at once, whatever the size of the graph.
 */
export class Scheduler {
  readonly #nodes = new Map<string, NodeState>();
  /** The members of each scope, in the order of its region. */
  readonly #members = new Map<Scope, readonly NodeState[]>();
  /** Ready and not settled, in the order in which they became ready. */
  readonly #outstanding = new Set<NodeState>();
  #isStopped = false;

  constructor(root: Region) {
    this.#open({ path: '', region: root, parent: null });
  }

  /** Nothing new starts any more: a block failed with nobody to handle it, or a block ended the run. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Nothing runs and nothing can run. */
  get isIdle(): boolean {
    return this.#outstanding.size === 0;
  }

  /** All that may run and has not settled. What was recorded as begun and never as ended is among them. */
  ready(): readonly ReadyNode[] {
    return this.#isStopped ? [] : [...this.#outstanding];
  }

  /**
   * Takes note that a block ended and answers what may run now because of it.
   * @throws Error when the block was not ready: the history does not belong to this plan
   */
  settle(key: string, settlement: Settlement): readonly ReadyNode[] {
    const state = this.#nodes.get(key);
    if (state?.status !== 'ready') throw new Error(`Block ${key} cannot end: it was not ready`);
    state.status = 'settled';
    this.#outstanding.delete(state);
    if (endsRun(state.block, settlement)) this.#isStopped = true;
    return this.#isStopped ? [] : this.#release(state, settlement);
  }

  #open(scope: Scope): void {
    const members = scope.region.nodes.map((node): NodeState => {
      const key = nodeKey(scope.path, node.block.id);
      return { key, block: node.block, scope, node, from: null, pending: node.inputs, status: 'waiting' };
    });
    this.#members.set(scope, members);
    for (const member of members) {
      this.#nodes.set(member.key, member);
      if (member.pending === 0) this.#makeReady(member);
    }
  }

  /** Fires or kills each edge of a settled block; what can never run kills its own edges in turn. */
  #release(settled: NodeState, settlement: Settlement): readonly ReadyNode[] {
    const released: NodeState[] = [];
    const ended: NodeState[] = [settled];
    for (const source of ended) {
      const members = this.#members.get(source.scope) ?? [];
      for (const { target, handles } of source.node.links) {
        const member = members[target];
        if (member === undefined) continue;
        const isFired = source === settled && handles.some((handle) => fires(handle, settlement));
        if (isFired) member.from ??= source.key;
        member.pending -= 1;
        if (member.pending > 0) continue;
        if (member.from === null) ended.push(this.#kill(member));
        else released.push(this.#makeReady(member));
      }
    }
    return released;
  }

  #makeReady(node: NodeState): NodeState {
    node.status = 'ready';
    this.#outstanding.add(node);
    return node;
  }

  #kill(node: NodeState): NodeState {
    node.status = 'dead';
    return node;
  }
}

function endsRun({ hasErrorEdge }: PlannedBlock, settlement: Settlement): boolean {
  return settlement.kind === 'failed' ? !hasErrorEdge : settlement.ends;
}

/** A handle that is none of ours always fires, as it did where such documents come from. */
function fires(handle: string, settlement: Settlement): boolean {
  if (handle === 'error') return settlement.kind === 'failed';
  if (handle === 'source' || handle === 'loop-end-source' || handle === 'parallel-end-source') return settlement.kind === 'completed';
  if (!handle.startsWith('condition-') && !handle.startsWith('router-')) return true;
  return settlement.kind === 'completed' && settlement.handle === handle;
}
