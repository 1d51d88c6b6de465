import { isContainer, isNote, isTrigger } from '../../../../src/document/block-roles.js';
import { branchHandles } from '../../../../src/document/branches.js';
import type { Block } from '../../../../src/document/document.js';
import { endHandle, errorHandle, startHandle } from '../../../../src/document/handles.js';
import type { PaletteEntry } from '../../api/blocks.js';
import { blockLines } from '../../canvas/block-lines.js';

/** A place where edges begin. */
export interface SourceHandle {
  readonly id: string;
  /** What it is for, when a block has several. */
  readonly name: string;
}

/** The handles of a block where edges begin, in the order in which they are drawn. */
export function sourceHandles(block: Block, entry: PaletteEntry | undefined): readonly SourceHandle[] {
  if (isNote(block)) return [];
  if (isContainer(block))
    return [
      { id: startHandle(block), name: 'each round' },
      { id: endHandle(block), name: 'afterwards' },
    ];
  const names = new Map(blockLines(block).map(({ handle, label }) => [handle, label]));
  const branches = branchHandles(block).map((id) => ({ id, name: names.get(id) ?? 'otherwise' }));
  const own = branches.length > 0 ? branches : (entry?.handles ?? ['source']).includes('source') ? [{ id: 'source', name: '' }] : [];
  return entry?.errorEdge === true ? [...own, { id: errorHandle, name: 'error' }] : own;
}

/** Whether edges may lead to a block. */
export function takesEdges(block: Block): boolean {
  return !isTrigger(block) && !isNote(block);
}
