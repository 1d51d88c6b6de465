import { parentOf } from '../../../../src/document/block-roles.js';
import { referenceName, type Block, type WorkflowDocument } from '../../../../src/document/document.js';
import { renameBlocks } from '../../../../src/document/parse/rename-blocks.js';
import type { Json } from '../../../../src/kernel/json.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { beside, placesOf, type Point } from '../../canvas/picture.js';
import type { Command, Impossible } from './command.js';
import { newId } from '../../api/new-id.js';
import { freeName, takenNames } from './names.js';
import { changedTexts, withNames } from './references.js';
import { withContents } from './remove.js';

/** What is on the clipboard: a part of a document, which any workflow can take. */
interface Clip {
  readonly sluice: 'blocks';
  readonly blocks: WorkflowDocument['blocks'];
  readonly edges: WorkflowDocument['edges'];
}

/** Selected blocks with their contents and the edges between them, as JSON. */
export function copyText(document: WorkflowDocument, ids: Iterable<string>): string {
  const blocks = Object.fromEntries(withContents(document, ids).map((block) => [block.id, block]));
  const edges = document.edges.filter(({ source, target }) => Object.hasOwn(blocks, source) && Object.hasOwn(blocks, target));
  const clip: Clip = { sluice: 'blocks', blocks, edges };
  return JSON.stringify(clip, null, 2);
}

/** Adds the blocks of a document with new ids and free names. References inside of it follow. */
export function pasteBlocks(document: WorkflowDocument, clip: WorkflowDocument, at: Point, parentId?: string): Command | Impossible {
  const renamed = renameBlocks(clip, new Map(Object.keys(clip.blocks).map((id) => [id, newId()])));
  const blocks = Object.values(renamed.blocks);
  if (blocks.length === 0) return { refused: 'There is no block on the clipboard' };
  const taken = takenNames(document);
  const names = new Map(blocks.map(({ id, name }) => [id, freeName(name, taken)]));
  // Of several blocks with one name, references mean the first.
  const references = new Map(blocks.toReversed().map(({ id, name }) => [referenceName(name), referenceName(names.get(id) ?? name)]));
  const followed = (value: Json): Json => changedTexts(value, (text) => withNames(text, references));
  const roots = blocks.filter((block) => !Object.hasOwn(renamed.blocks, parentOf(block) ?? ''));
  const corner = {
    x: Math.min(...roots.map(({ position }) => position.x)),
    y: Math.min(...roots.map(({ position }) => position.y)),
  };
  const siblings = Object.values(document.blocks).filter((block) => parentOf(block) === parentId);
  const points = placesOf(siblings.map(({ position }) => position));
  const placed = (block: Block): Block => {
    const isRoot = roots.includes(block);
    const { parentId: _, extent: __, ...options } = block.data;
    const inside = parentId === undefined ? {} : { parentId, extent: 'parent' };
    const wanted = { x: Math.round(block.position.x - corner.x + at.x), y: Math.round(block.position.y - corner.y + at.y) };
    return {
      ...block,
      name: names.get(block.id) ?? block.name,
      data: followed(isRoot ? { ...options, ...inside } : block.data) as Block['data'],
      ...(isRoot && { position: beside(wanted, points) }),
      subBlocks: Object.fromEntries(Object.entries(block.subBlocks).map(([id, field]) => [id, { ...field, value: followed(field.value) }])),
    };
  };
  const inOrder = withContents(
    renamed,
    roots.map(({ id }) => id),
  );
  const operations: readonly DraftOperation[] = [
    ...inOrder.map((block) => ({ op: 'add-block', block: placed(block) }) as const),
    ...renamed.edges.map((edge) => ({ op: 'add-edge', edge: { ...edge, id: newId() } }) as const),
  ];
  if (operations.length > 500) return { refused: 'The clipboard has more than 500 blocks and connections: import them as a workflow' };
  const label = blocks.length === 1 ? `Paste ${names.get(blocks[0]?.id ?? '') ?? 'a block'}` : `Paste ${blocks.length} blocks`;
  return { label, operations, select: roots.map(({ id }) => id) };
}

/** Adds copies of blocks beside them. */
export function duplicateBlocks(document: WorkflowDocument, ids: readonly string[]): Command | Impossible {
  const [first] = ids.flatMap((id) => document.blocks[id] ?? []);
  if (first === undefined) return { refused: 'No block is selected' };
  const clip = { ...document, ...(JSON.parse(copyText(document, ids)) as Clip) };
  const least = (axis: 'x' | 'y'): number => Math.min(...ids.flatMap((id) => document.blocks[id]?.position[axis] ?? []));
  const command = pasteBlocks(document, clip, { x: least('x') + 40, y: least('y') + 64 }, parentOf(first));
  return 'refused' in command ? command : { ...command, label: command.label.replace('Paste', 'Duplicate') };
}
