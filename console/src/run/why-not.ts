import { ancestors, isNote, isTrigger, parentOf } from '../../../src/document/block-roles.js';
import { findBlock, type Block, type Edge, type WorkflowDocument } from '../../../src/document/document.js';
import { errorHandle } from '../../../src/document/handles.js';
import { blockLines } from '../canvas/block-lines.js';
import type { BlockEnd, RunFacts } from './block-ends.js';
import { referencesIn, valueOf } from './seen-values.js';

/** One step of an explanation. */
export interface Reason {
  /** The block that it is about. */
  readonly blockId: string;
  readonly text: string;
  /** The position of the event that shows it. */
  readonly at?: number;
}

/** Why a block of the executed version did not run: the ways that lead to it, from the nearest to the first that was not taken. */
export function whyNot(document: WorkflowDocument, facts: RunFacts, blockId: string): readonly Reason[] {
  return new Explanation(document, facts).of(blockId);
}

class Explanation {
  readonly #seen = new Set<string>();
  readonly #reasons: Reason[] = [];

  constructor(
    private readonly document: WorkflowDocument,
    private readonly facts: RunFacts,
  ) {}

  of(blockId: string): readonly Reason[] {
    const block = findBlock(this.document.blocks, blockId);
    if (block !== undefined) this.#explain(block);
    return this.#reasons;
  }

  #explain(block: Block): void {
    if (this.#seen.has(block.id)) return;
    this.#seen.add(block.id);
    const { id, name } = block;
    if (!block.enabled) return this.#say(id, `${name} is disabled, so runs skip it.`);
    const off = ancestors(this.document.blocks, block).find(({ enabled }) => !enabled);
    if (off !== undefined) return this.#say(id, `${name} is inside ${off.name}, which is disabled.`);
    if (isNote(block)) return this.#say(id, `${name} is a note. Notes never run.`);
    if (this.#wasHeldUpOutside(block)) return;
    if (isTrigger(block)) return this.#say(id, `${name} begins runs, and this run began elsewhere.`);
    const edges = this.document.edges.filter(({ target, source }) => target === id && this.#isLive(source));
    if (edges.length === 0) return this.#say(id, `No wire leads to ${name}.`);
    for (const edge of edges) this.#edge(edge, block);
  }

  /** Whether the container around the block explains it. */
  #wasHeldUpOutside(block: Block): boolean {
    const parent = findBlock(this.document.blocks, parentOf(block) ?? '');
    if (parent === undefined) return false;
    const entered = this.facts.entered.get(parent.id);
    if (entered === undefined) {
      this.#say(block.id, `${block.name} is inside ${parent.name}, which did not run.`);
      this.#explain(parent);
      return true;
    }
    if (entered.count !== 0) return false;
    this.#say(parent.id, `${parent.name} had nothing to go through, so no pass began.`, entered.position);
    return true;
  }

  #edge({ source: sourceId, sourceHandle }: Edge, block: Block): void {
    const source = findBlock(this.document.blocks, sourceId);
    if (source === undefined) return;
    if (sourceHandle.endsWith('-start-source')) return this.#stopped(block);
    const ends = this.facts.ends.get(sourceId) ?? [];
    const [latest] = ends.slice(-1);
    if (latest === undefined) return this.#unended(source, block);
    if (ends.some((end) => fires(sourceHandle, end))) return this.#stopped(block);
    if (sourceHandle === errorHandle)
      return this.#say(sourceId, `${source.name} did not fail, so its way for errors was not taken.`, latest.position);
    if (latest.kind === 'failed') {
      return this.#say(sourceId, `${source.name} failed, so nothing after it ran: ${latest.error ?? 'no message'}`, latest.position);
    }
    this.#otherWay(source, sourceHandle, ends, latest);
  }

  #unended(source: Block, block: Block): void {
    const began = this.facts.begun.get(source.id);
    if (began !== undefined) return this.#say(source.id, `${block.name} waits for ${source.name}, which has not ended.`, began);
    this.#say(source.id, `${source.name} leads here, and did not run either.`);
    this.#explain(source);
  }

  /** The way was taken, or would have been, and the run was over. */
  #stopped(block: Block): void {
    const { end } = this.facts;
    if (end === undefined) return this.#say(block.id, `${block.name} has not had its turn yet.`);
    this.#say(block.id, `The run ended before ${block.name} had its turn: ${end.text}`, end.position);
  }

  #otherWay(source: Block, handle: string, ends: readonly BlockEnd[], latest: BlockEnd): void {
    const lines = blockLines(source);
    const wanted = lines.find((line) => line.handle === handle);
    const titleOf = (taken: string | null | undefined): string =>
      taken === null || taken === undefined
        ? 'no way'
        : `“${lines.find((line) => line.handle === taken)?.label ?? taken.replace(/^router-/, '')}”`;
    const taken = [...new Set(ends.map((end) => titleOf(end.handle)))].join(', ');
    const times = ends.length === 1 ? '' : ` in ${ends.length} runs of the block`;
    const condition = wanted === undefined || wanted.text === '' ? '' : `: ${wanted.text}`;
    const seen = referencesIn(wanted?.text ?? '').flatMap((reference) => {
      const value = valueOf(this.document, this.facts, reference);
      return value === undefined ? [] : [`<${reference}> was ${value}`];
    });
    const because = seen.length === 0 ? '' : `, and ${seen.join(', ')}`;
    this.#say(
      source.id,
      `${source.name} took ${taken}${times} and not “${wanted?.label ?? handle}”${condition}${because}.`,
      latest.position,
    );
  }

  #isLive(blockId: string): boolean {
    return findBlock(this.document.blocks, blockId)?.enabled === true;
  }

  #say(blockId: string, text: string, at?: number): void {
    this.#reasons.push({ blockId, text, ...(at !== undefined && { at }) });
  }
}

/** As the scheduler decides it. */
function fires(handle: string, { kind, handle: taken }: BlockEnd): boolean {
  if (handle === errorHandle) return kind === 'failed';
  if (handle.startsWith('condition-') || handle.startsWith('router-')) return kind === 'completed' && taken === handle;
  return kind === 'completed';
}
