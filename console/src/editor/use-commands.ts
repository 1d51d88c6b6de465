import { useState, type RefObject } from 'react';
import { isContainer, parentOf } from '../../../src/document/block-roles.js';
import { findBlock, type Edge, type WorkflowDocument } from '../../../src/document/document.js';
import { nearestBlock, type Direction } from '../canvas/nearest-block.js';
import type { PlacedBlock, Point } from '../canvas/picture.js';
import type { PaletteEntry } from '../api/blocks.js';
import { loadScript } from '../parts/load-script.js';
import type { CanvasControl } from './canvas/flow-canvas.js';
import type { Selection } from './canvas/selection.js';
import { alignBlocks, distributeBlocks, type Alignment, type Direction as Spread } from './commands/align.js';
import { duplicateBlocks } from './commands/clipboard.js';
import type { Command, Impossible } from './commands/command.js';
import { connectBlocks } from './commands/connect.js';
import { freePlace, insertBlock, parentForSplit, placeAfter, placeInside, type InsertPlace, type Palette } from './commands/insert.js';
import { containerAt, moveBlocks, moveInto, moveTargets } from './commands/move.js';
import { blockBeside, removeParts } from './commands/remove.js';
import { layOutInWorker } from './layout/lay-out-in-worker.js';
import type { DraftStore } from './store/draft-store.js';

/** Which list is open to be chosen from. */
export type Choosing =
  | { readonly kind: 'insert'; readonly place?: InsertPlace }
  | { readonly kind: 'connect'; readonly from: string }
  | { readonly kind: 'go' }
  | { readonly kind: 'move' };

export interface Scene {
  readonly store: DraftStore;
  readonly document: WorkflowDocument;
  readonly placed: readonly PlacedBlock[];
  readonly palette: Palette;
  readonly selection: Selection;
  readonly canvas: RefObject<CanvasControl | null>;
  readonly onSelect: (selection: Selection) => void;
}

export const nothingSelected: Selection = { blocks: new Set(), edges: new Set() };

interface Ends {
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
}

/** What can be done to a draft. */
export interface Commands {
  run(command: Command | Impossible | undefined): void;
  insert(entry: PaletteEntry, place?: InsertPlace): void;
  /** Asks for a block to add to a container. */
  insertInside(containerId: string): void;
  /** Moves what is selected into a container; null takes it out of all. */
  moveInto(containerId: string | null): void;
  /** The containers into which what is selected can be moved; null is outside of all. */
  readonly moveTargets: readonly (string | null)[];
  readonly choosing: Choosing | undefined;
  setChoosing(choosing: Choosing | undefined): void;
  /** Why the last command was not possible. */
  readonly refused: string | undefined;
  refuse(reason: string): void;
  remove(): void;
  duplicate(): void;
  /** @returns whether the text describes blocks */
  paste(text: string): void;
  move(by: Point): void;
  moved(ids: ReadonlySet<string>, by: Point, at: Point): void;
  connect(ends: Ends, instead?: Edge): void;
  /** A wire was dropped on the ground. */
  dropped(from: { readonly blockId: string; readonly handle: string }, at: Point): void;
  split(edgeId: string): void;
  layOut(): void;
  align(alignment: Alignment): void;
  distribute(direction: Spread): void;
  toggle(): void;
  walk(direction: Direction): void;
}

/** Everything that can be done to a draft, whatever asks for it. */
export function useCommands(scene: Scene, isFirst: boolean): Commands {
  const { store, document, placed, palette, selection, canvas, onSelect } = scene;
  const [choosing, setChoosing] = useState<Choosing | undefined>(isFirst ? { kind: 'insert' } : undefined);
  const [refused, setRefused] = useState<string>();
  const last = [...selection.blocks].at(-1);
  const run = (command: Command | Impossible | undefined): void => {
    if (command === undefined) return;
    if ('refused' in command) return setRefused(command.refused);
    setRefused(undefined);
    store.edit(command.operations, command.label);
    if (command.select !== undefined) onSelect({ blocks: new Set(command.select), edges: new Set() });
    const [shown] = command.select ?? [];
    if (shown !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => canvas.current?.focus(shown)));
  };
  const insert = (entry: PaletteEntry, place?: InsertPlace): void => {
    const usual = placeAfter(document, placed, entry, last, palette);
    run(
      insertBlock(document, entry, place ?? (last === undefined && placed.length > 0 ? beside(placed, canvas.current?.middle()) : usual)),
    );
  };
  return {
    run,
    insert,
    choosing,
    setChoosing,
    insertInside: (containerId) => {
      const place = placeInside(document, placed, containerId);
      if (place !== undefined) return setChoosing({ kind: 'insert', place });
      const container = findBlock(document.blocks, containerId);
      if (container !== undefined && isContainer(container)) setRefused(`Unfold ${container.name} to add a block inside.`);
    },
    moveInto: (containerId) => run(moveInto(document, placed, selection.blocks, containerId)),
    moveTargets: moveTargets(document, selection.blocks),
    refused,
    refuse: setRefused,
    remove: () => {
      if (selection.blocks.size + selection.edges.size === 0) return;
      run(removeParts(document, selection.blocks, selection.edges));
      if (selection.blocks.size === 0) return;
      const beside = blockBeside(document, selection.blocks, new Set(placed.map(({ block }) => block.id)));
      if (beside !== undefined) passFocus(beside, canvas.current);
    },
    duplicate: () => run(selection.blocks.size === 0 ? undefined : duplicateBlocks(document, [...selection.blocks])),
    paste: (text) => {
      const source = last === undefined ? undefined : placed.find(({ block }) => block.id === last);
      const parentId = source && parentOf(source.block);
      const at =
        source === undefined
          ? (canvas.current?.middle() ?? { x: 0, y: 0 })
          : { x: source.local.x + 40, y: source.local.y + source.height + 32 };
      loadScript(() => import('./commands/paste-text/paste.js'))
        .then(({ pasteText }) => run(pasteText(store.get().document, text, at, parentId)))
        .catch((error: unknown) => setRefused(error instanceof Error ? error.message : String(error)));
    },
    move: (by) => run(selection.blocks.size === 0 ? undefined : moveBlocks(document, placed, selection.blocks, { by })),
    moved: (ids, by, at) => {
      const inside = new Set(ids);
      const into = containerAt(placed, at, inside)?.block.id ?? null;
      run(moveBlocks(document, placed, ids, { by, into }));
    },
    connect: (ends, instead) => run(connectBlocks(document, ends, instead)),
    dropped: (from, at) => {
      const source = findBlock(document.blocks, from.blockId);
      const frame = containerAt(placed, at);
      const isInside = frame !== undefined && (frame.block.id === from.blockId || parentOf(source ?? frame.block) === frame.block.id);
      const parentId = isInside ? frame.block.id : source && parentOf(source);
      const origin = parentId === undefined ? { x: 0, y: 0 } : (placed.find(({ block }) => block.id === parentId) ?? { x: 0, y: 0 });
      const place = { at: { x: at.x - origin.x, y: at.y - origin.y - 22 }, ...(parentId !== undefined && { parentId }), from };
      setChoosing({ kind: 'insert', place });
    },
    split: (edgeId) => {
      const edge = document.edges.find(({ id }) => id === edgeId);
      const [from, to] = [placed.find(({ block }) => block.id === edge?.source), placed.find(({ block }) => block.id === edge?.target)];
      if (edge === undefined || from === undefined || to === undefined) return;
      const parentId = parentForSplit(document, edge);
      const siblings = placed.filter(({ block }) => parentOf(block) === parentId);
      const isInward = parentId === from.block.id;
      const at = freePlace(siblings, { x: isInward ? to.local.x : from.local.x + from.width + 80, y: to.local.y });
      setChoosing({ kind: 'insert', place: { at, split: edgeId, ...(parentId !== undefined && { parentId }) } });
    },
    layOut: () => {
      void layOutInWorker(document, placed, selection.blocks)
        .then((command) => run(command ?? { refused: 'All blocks are laid out already.' }))
        .catch((error: unknown) => setRefused(error instanceof Error ? error.message : String(error)));
    },
    align: (alignment) => run(alignBlocks(document, placed, selection.blocks, alignment)),
    distribute: (direction) => run(distributeBlocks(document, placed, selection.blocks, direction)),
    toggle: () => {
      const chosen = [...selection.blocks].flatMap((id) => findBlock(document.blocks, id) ?? []);
      const value = !chosen.every(({ enabled }) => enabled);
      const label = `${value ? 'Enable' : 'Disable'} ${chosen.length === 1 ? (chosen[0]?.name ?? '') : `${chosen.length} blocks`}`;
      run({ label, operations: chosen.map(({ id }) => ({ op: 'option', id, name: 'enabled', value })) });
    },
    walk: (direction) => {
      const from = last ?? (globalThis.document.activeElement as HTMLElement | null)?.dataset['block'];
      const next = from === undefined ? placed[0] : nearestBlock(placed, from, direction);
      if (next === undefined) return;
      onSelect({ blocks: new Set([next.block.id]), edges: new Set() });
      canvas.current?.focus(next.block.id);
    },
  };
}

/** Keeps the focus among blocks, or among the rows of the outline, when the one that has it is removed. */
function passFocus(id: string, canvas: CanvasControl | null): void {
  const { row, block } = (globalThis.document.activeElement as HTMLElement | null)?.dataset ?? {};
  if (row !== undefined) globalThis.document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  else if (block !== undefined) canvas?.focus(id);
}

/** A free place in the middle of the window, outside of all containers. */
function beside(placed: readonly PlacedBlock[], middle: Point = { x: 0, y: 0 }): InsertPlace {
  return {
    at: freePlace(
      placed.filter(({ depth }) => depth === 0),
      middle,
    ),
  };
}
