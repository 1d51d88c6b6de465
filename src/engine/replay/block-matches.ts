import { branchPrefixes } from '#document/branches.js';
import { findBlock, referenceName, type Block, type WorkflowDocument } from '#document/document.js';
import type { ExecutionFact } from '../execution.events.js';

type NodeFact = Extract<ExecutionFact, { readonly payload: { readonly node: string } }>;

/**
 * Which blocks of one version of a workflow are blocks of another version: those with the same id, else those with the same name. Their
 * types are equal, and so are the kinds of loops and parallels.
 */
export class BlockMatches {
  readonly #ids: ReadonlyMap<string, string>;

  constructor(
    private readonly from: WorkflowDocument,
    to: WorkflowDocument,
  ) {
    const byName = new Map(
      Object.values(to.blocks)
        .filter(({ id }) => findBlock(from.blocks, id) === undefined)
        .map((block) => [referenceName(block.name), block]),
    );
    this.#ids = new Map(
      Object.values(from.blocks).flatMap((block) => {
        const other = findBlock(to.blocks, block.id) ?? byName.get(referenceName(block.name));
        return other !== undefined && isAlike(block, other) ? [[block.id, other.id]] : [];
      }),
    );
  }

  /** Name of a block of the first version, for people. */
  nameOf(key: string): string {
    const id = segmentsOf(key)[0]?.id ?? key;
    return findBlock(this.from.blocks, id)?.name ?? id;
  }

  /** The name of a node within a run of the other version; undefined if that version does not have the block. */
  keyOf(key: string): string | undefined {
    const segments = segmentsOf(key);
    const called = segments.findIndex(({ suffix }) => suffix.endsWith('()'));
    // The blocks of a called workflow belong to the version of that workflow.
    const own = called === -1 ? segments.length : called + 1;
    const ids = segments.map(({ id }, index) => (index < own ? this.#ids.get(id) : id));
    if (ids.some((id) => id === undefined)) return undefined;
    return segments.map(({ suffix }, index) => `${ids[index]}${suffix}`).join('/');
  }

  /** The fact as a run of the other version would have recorded it; undefined if that version does not have the block. */
  translate<Fact extends ExecutionFact>(fact: Fact): Fact | undefined {
    if (!isAboutNode(fact)) return fact;
    const { payload } = fact;
    const node = this.keyOf(payload.node);
    if (node === undefined) return undefined;
    const isOwn = !payload.node.includes('()/');
    const blockId = isOwn && 'blockId' in payload ? { blockId: this.#ids.get(payload.blockId) ?? payload.blockId } : {};
    const handle = isOwn && 'handle' in payload ? { handle: this.#handle(payload.handle, payload.blockId) } : {};
    const agent = 'agent' in payload ? { agent: this.keyOf(payload.agent) ?? payload.agent } : {};
    return { ...fact, payload: { ...payload, node, ...agent, ...blockId, ...handle } };
  }

  /** Branch ids begin with the id of their block. */
  #handle(handle: string | null, blockId: string): string | null {
    const prefix = branchPrefixes.find((candidate) => handle?.startsWith(`${candidate}${blockId}-`));
    return handle === null || prefix === undefined
      ? handle
      : `${prefix}${this.#ids.get(blockId)}${handle.slice(prefix.length + blockId.length)}`;
  }
}

function isAlike(one: Block, other: Block): boolean {
  const kindOf = ({ type, data }: Block): string => JSON.stringify([type, data['loopType'], data['parallelType']]);
  return kindOf(one) === kindOf(other);
}

function isAboutNode(fact: ExecutionFact): fact is NodeFact {
  return 'node' in fact.payload;
}

interface Segment {
  readonly id: string;
  /** The pass of a container, `[3]`, the call of a workflow, `()`, or the tool call of an agent, `#0.1`, which may call a workflow. */
  readonly suffix: string;
}

function segmentsOf(key: string): readonly Segment[] {
  return key.split('/').map((segment) => {
    const [suffix = ''] = /(?:\[\d+\]|(?:#\d+\.\d+)?\(\)|#\d+\.\d+)$/.exec(segment) ?? [];
    return { id: segment.slice(0, segment.length - suffix.length), suffix };
  });
}
