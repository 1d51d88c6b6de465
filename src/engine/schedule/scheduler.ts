import type { PlannedBlock, RegionNode } from '../graph/plan.js';
import { nodeKey, type Scope } from './scope.js';

/** A block that may run now. */
export interface ReadyNode {
  /** Names the block within the run: its id, after the path of its scope. */
  readonly key: string;
  readonly block: PlannedBlock;
  readonly scope: Scope;
  /** The block whose edge was the first to lead here; null where a scope begins. */
  readonly from: string | null;
}

/** How a block ended. */
export type Settlement = { readonly kind: 'completed'; readonly handle: string | null } | { readonly kind: 'failed' };

export interface Settled {
  readonly node: ReadyNode;
  /** What may run now because of it. */
  readonly released: readonly ReadyNode[];
  /** Nothing in its scope runs any more, and nothing there can run. */
  readonly isDrained: boolean;
}

interface NodeState extends ReadyNode {
  readonly node: RegionNode;
  readonly members: OpenScope;
  from: string | null;
  /** Different blocks with an edge to this one that have neither fired nor died. */
  pending: number;
  status: 'waiting' | 'ready' | 'settled' | 'dead';
}

interface OpenScope {
  readonly nodes: NodeState[];
  /** Nodes that are ready and have not settled. */
  outstanding: number;
}

/**
 * Says what may run next. It decides from the plan and the sequence of openings and settlements alone, so feeding it the recorded
 * ones again brings it to the same state: that is how a run is recovered. Each edge is looked at once, whatever the size of the graph.
 */
export class Scheduler {
  readonly #nodes = new Map<string, NodeState>();
  readonly #open = new Map<string, OpenScope>();
  /** Ready and not settled, in the order in which they became ready. */
  readonly #outstanding = new Set<NodeState>();

  /** Begins a pass through a region. @returns the blocks that it begins with */
  open(scope: Scope): readonly ReadyNode[] {
    const members: OpenScope = { nodes: [], outstanding: 0 };
    const ready: NodeState[] = [];
    for (const node of scope.region.nodes) {
      const key = nodeKey(scope.path, node.block.id);
      const state: NodeState = { key, block: node.block, scope, node, members, from: null, pending: node.inputs, status: 'waiting' };
      members.nodes.push(state);
      this.#nodes.set(key, state);
      if (state.pending === 0) ready.push(this.#makeReady(state));
    }
    this.#open.set(scope.path, members);
    return ready;
  }

  /** Forgets a scope and every one that was opened below it. */
  close(path: string): void {
    this.#forget(path);
    const below = [...this.#open.keys()].filter((each) => each.startsWith(`${path}/`));
    for (const each of below) this.#forget(each);
  }

  /** Forgets a scope that is drained: none below it can be open. */
  closeDrained({ path }: Scope): void {
    this.#forget(path);
  }

  find(key: string): ReadyNode | undefined {
    return this.#nodes.get(key);
  }

  /** All that may run and has not settled. What was recorded as begun and never as ended is among them. */
  outstanding(): Iterable<ReadyNode> {
    return this.#outstanding;
  }

  /**
   * Takes note that a block ended. Where nothing new may start any more, the end releases nothing.
   * @throws Error when the block was not ready: the history does not belong to this plan
   */
  settle(key: string, settlement: Settlement, mayRelease: boolean): Settled {
    const state = this.#nodes.get(key);
    if (state?.status !== 'ready') throw new Error(`Block ${key} cannot end: it was not ready`);
    state.status = 'settled';
    this.#outstanding.delete(state);
    state.members.outstanding -= 1;
    const released = mayRelease ? this.#release(state, settlement) : [];
    return { node: state, released, isDrained: state.members.outstanding === 0 };
  }

  /** Fires or kills each edge of a settled block; what can never run kills its own edges in turn. */
  #release(settled: NodeState, settlement: Settlement): readonly ReadyNode[] {
    const released: NodeState[] = [];
    const ended: NodeState[] = [settled];
    for (const source of ended) {
      for (const { target, handles } of source.node.links) {
        const member = source.members.nodes[target];
        if (member === undefined) continue;
        const isFired = source === settled && handles.some((handle) => fires(handle, settlement));
        if (isFired) member.from ??= source.block.id;
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
    node.members.outstanding += 1;
    this.#outstanding.add(node);
    return node;
  }

  #kill(node: NodeState): NodeState {
    node.status = 'dead';
    return node;
  }

  #forget(path: string): void {
    for (const node of this.#open.get(path)?.nodes ?? []) {
      this.#nodes.delete(node.key);
      this.#outstanding.delete(node);
    }
    this.#open.delete(path);
  }
}

/** A handle that is none of ours always fires, as it did where such documents come from. */
function fires(handle: string, settlement: Settlement): boolean {
  if (handle === 'error') return settlement.kind === 'failed';
  if (handle === 'source' || handle === 'loop-end-source' || handle === 'parallel-end-source') return settlement.kind === 'completed';
  if (!handle.startsWith('condition-') && !handle.startsWith('router-')) return true;
  return settlement.kind === 'completed' && settlement.handle === handle;
}
