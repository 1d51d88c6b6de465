import { Position, type Edge as FlowEdge, type Node, type NodeHandle } from '@xyflow/react';
import { isContainer } from '../../../../src/document/block-roles.js';
import type { Block, Edge } from '../../../../src/document/document.js';
import { endHandle, errorHandle, startHandle } from '../../../../src/document/handles.js';
import type { BlockState } from '../../canvas/canvas-block.js';
import type { PaletteEntry } from '../../api/blocks.js';
import { exitOf, headHeight, type PlacedBlock, type Point } from '../../canvas/picture.js';
import { wordsOf } from '../../canvas/block-lines.js';
import { sourceHandles, takesEdges, type SourceHandle } from '../commands/handles.js';
import type { Palette } from '../commands/insert.js';
import { faultWords, noFaults, type Faults } from '../problem.js';
import { meets, type Area } from './window/culling.js';

/** A handle at its place on a block. */
export interface PlacedHandle extends SourceHandle, Point {
  readonly position: Position;
}

export interface BlockData extends Record<string, unknown> {
  readonly placed: PlacedBlock;
  /** What the palette said of its type: its handles depend on it. */
  readonly entry: PaletteEntry | undefined;
  readonly handles: readonly PlacedHandle[];
  readonly hasTarget: boolean;
  readonly faults: Faults;
  /** Names of others who have it selected. */
  readonly people: readonly string[];
  /** What the test run has done with it. */
  readonly state: BlockState | undefined;
  readonly isTabStop: boolean;
  readonly isGhost: boolean;
}

export type BlockNode = Node<BlockData>;

export interface WireData extends Record<string, unknown> {
  /** The blocks of its ends: its name has theirs, and that of the branch. */
  readonly from: Block | undefined;
  readonly to: Block | undefined;
  readonly isError: boolean;
}

export type WireEdge = FlowEdge<WireData>;

export interface Drawn {
  readonly placed: readonly PlacedBlock[];
  readonly edges: readonly Edge[];
  readonly palette: Palette;
  readonly faults: ReadonlyMap<string, Faults>;
  readonly people: ReadonlyMap<string, readonly string[]>;
  readonly states: ReadonlyMap<string, BlockState>;
  readonly window: Area;
  readonly selected: ReadonlySet<string>;
  readonly selectedEdges: ReadonlySet<string>;
  readonly tabStop: string | undefined;
  /** Blocks at other places while they are dragged. */
  readonly dragged: ReadonlyMap<string, Point>;
  readonly isReadOnly: boolean;
  /** Only these are given to the library while the overview is drawn. */
  readonly isFar: boolean;
}

const noPeople: readonly string[] = [];
/** So many blocks come, go and change in one frame: each takes up to a millisecond. */
const mostNew = 8;
const mostGone = 4;
const mostChanged = 16;

/** Keeps elements that stay the same, so that the library has nothing to do for them. */
export class Elements {
  readonly #nodes = new Map<string, BlockNode>();
  readonly #wires = new Map<string, WireEdge>();
  /** Blocks of the last frame. */
  #drawn: ReadonlySet<string> = new Set();
  /** Changes of blocks that the next frame has no room for. */
  #late = 0;

  /**
   * What the next frame has. `isMore`: some blocks come, go or change in the frame after it. Those that go late are outside of the window. What
   * the user moves or has selected changes at once.
   */
  of(drawn: Drawn): { readonly nodes: BlockNode[]; readonly edges: WireEdge[]; readonly isMore: boolean } {
    const { placed, edges, window, selected, tabStop, isFar } = drawn;
    const known = new Map(placed.map((each) => [each.block.id, each]));
    const near = new Set<string>();
    for (const each of placed) {
      const { id } = each.block;
      if (id === tabStop || selected.has(id) || (!isFar && meets(each, window))) near.add(id);
    }
    const shown = isFar ? [] : edges.filter(({ source, target }) => isShown(known, near, window, source, target));
    const ghosts = new Set(shown.flatMap(({ source, target }) => [source, target]).filter((id) => !near.has(id)));
    const wanted = new Set([...near, ...ghosts]);
    const now = placed.filter(this.#turns(wanted, drawn));
    const there = new Set(now.map(({ block }) => block.id));
    this.#late = -mostChanged;
    const nodes = now.map((each) => this.#node(each, drawn, ghosts.has(each.block.id)));
    this.#drawn = there;
    return {
      nodes,
      edges: shown.filter(({ source, target }) => there.has(source) && there.has(target)).map((edge) => this.#wire(edge, drawn, known)),
      isMore: this.#late > 0 || there.size !== wanted.size || [...wanted].some((id) => !there.has(id)),
    };
  }

  /** Which blocks are in the next frame. Far away all of them go at once, since something else draws them. */
  #turns(wanted: ReadonlySet<string>, { tabStop, selected, isFar }: Drawn): (placed: PlacedBlock) => boolean {
    let [coming, going] = [mostNew, isFar ? Infinity : mostGone];
    return ({ block: { id } }) => {
      const isDrawn = this.#drawn.has(id);
      if (!wanted.has(id)) return isDrawn && (going -= 1) < 0;
      return isDrawn || id === tabStop || selected.has(id) || (coming -= 1) >= 0;
    };
  }

  #node(placed: PlacedBlock, drawn: Drawn, isGhost: boolean): BlockNode {
    const { palette, faults, people, states, selected, tabStop, dragged, isReadOnly } = drawn;
    const { block, x, y, width, height, isFrame, depth } = placed;
    const { id } = block;
    const position = dragged.get(id) ?? { x, y };
    const before = this.#nodes.get(id);
    const [found, isTabStop, isSelected] = [faults.get(id) ?? noFaults, id === tabStop, selected.has(id)];
    const here = people.get(id) ?? noPeople;
    const state = states.get(id);
    const entry = palette.get(block.type);
    const isSame =
      before !== undefined &&
      before.data.placed.block === block &&
      before.data.entry === entry &&
      before.position.x === position.x &&
      before.position.y === position.y &&
      before.width === width &&
      before.height === height &&
      before.selected === isSelected &&
      before.data.faults.problems === found.problems &&
      before.data.faults.warnings === found.warnings &&
      before.data.people.join() === here.join() &&
      isSameState(before.data.state, state) &&
      before.data.isTabStop === isTabStop &&
      before.data.isGhost === isGhost &&
      before.data.placed.hasErrorWire === placed.hasErrorWire &&
      before.data.placed.isFrame === isFrame &&
      hasSameLines(before.data.placed, placed) &&
      before.zIndex === depth &&
      before.draggable === !isReadOnly;
    if (isSame) return before;
    const mayWait = before !== undefined && this.#drawn.has(id) && !isSelected && !before.selected && !isTabStop && !dragged.has(id);
    if (mayWait && (this.#late += 1) > 0) return before;
    const handles = handlesOf(placed, palette);
    const hasTarget = takesEdges(block);
    const node: BlockNode = {
      id,
      type: 'block',
      position,
      width,
      height,
      measured: { width, height },
      zIndex: depth,
      selected: isSelected,
      draggable: !isReadOnly,
      ...(isFrame && { dragHandle: '[data-drag]', style: { pointerEvents: 'none' } }),
      ariaRole: 'group',
      domAttributes: { 'aria-roledescription': 'block' },
      ariaLabel: labelOf(placed, found, here, state),
      data: { placed, entry, handles, hasTarget, faults: found, people: here, state, isTabStop, isGhost },
      handles: [
        ...handles.map((each): NodeHandle => ({
          id: each.id,
          type: 'source',
          position: each.position,
          x: each.x - 5,
          y: each.y - 5,
          width: 10,
          height: 10,
        })),
        ...(hasTarget
          ? [{ id: 'target', type: 'target', position: Position.Left, x: -5, y: headHeight / 2 - 5, width: 10, height: 10 } as const]
          : []),
      ],
    };
    this.#nodes.set(id, node);
    return node;
  }

  #wire(
    { id, source, target, sourceHandle }: Edge,
    { selectedEdges, selected, isReadOnly }: Drawn,
    known: ReadonlyMap<string, PlacedBlock>,
  ): WireEdge {
    const [from, to] = [known.get(source)?.block, known.get(target)?.block];
    const isSelected = selectedEdges.has(id);
    const isNear = selected.has(source) || selected.has(target);
    const before = this.#wires.get(id);
    if (
      before !== undefined &&
      before.data?.from === from &&
      before.data?.to === to &&
      before.sourceHandle === sourceHandle &&
      before.selected === isSelected &&
      before.data?.['isNear'] === isNear &&
      before.reconnectable === !isReadOnly
    ) {
      return before;
    }
    const isError = sourceHandle === errorHandle;
    const branch = isError ? 'error' : from && sourceHandles(from, undefined).find((handle) => handle.id === sourceHandle)?.name;
    const wire: WireEdge = {
      id,
      source,
      target,
      sourceHandle,
      targetHandle: 'target',
      type: 'wire',
      selected: isSelected,
      reconnectable: !isReadOnly,
      ariaLabel: `${from?.name ?? source}${branch ? `, ${branch},` : ''} leads to ${to?.name ?? target}`,
      data: { from, to, isError, isNear },
    };
    this.#wires.set(id, wire);
    return wire;
  }
}

function isShown(
  known: ReadonlyMap<string, PlacedBlock>,
  near: ReadonlySet<string>,
  window: Area,
  source: string,
  target: string,
): boolean {
  const [from, to] = [known.get(source), known.get(target)];
  if (from === undefined || to === undefined) return false;
  if (near.has(source) || near.has(target)) return true;
  const x = Math.min(from.x, to.x);
  const y = Math.min(from.y, to.y);
  return meets({ x, y, width: Math.abs(from.x - to.x) + from.width, height: Math.abs(from.y - to.y) + from.height }, window);
}

/** Where the handles of a block are. */
export function handlesOf(placed: PlacedBlock, palette: Palette): readonly PlacedHandle[] {
  const { block, width, height, isFrame, hasErrorWire } = placed;
  return sourceHandles(block, palette.get(block.type)).flatMap((handle): readonly PlacedHandle[] => {
    if (isContainer(block)) {
      if (handle.id === startHandle(block)) {
        if (!isFrame) return [];
        const { x, y } = exitOf({ ...placed, x: 0, y: 0 }, handle.id);
        return [{ ...handle, x, y, position: Position.Right }];
      }
      if (handle.id === endHandle(block)) return [{ ...handle, x: width, y: headHeight / 2, position: Position.Right }];
    }
    if (handle.id === errorHandle && !hasErrorWire) return [{ ...handle, x: width - 20, y: height, position: Position.Bottom }];
    const { x, y } = exitOf({ ...placed, x: 0, y: 0 }, handle.id);
    return [{ ...handle, x, y, position: Position.Right }];
  });
}

function isSameState(one: BlockState | undefined, other: BlockState | undefined): boolean {
  return one?.tone === other?.tone && one?.word === other?.word && one?.end === other?.end && one?.spent === other?.spent;
}

/** What a block is, and what tests do with it, in words. */
export function kindOf({ type, enabled, pin }: Block): string {
  return [wordsOf(type), ...(enabled ? [] : ['disabled']), ...(pin === undefined ? [] : ['pinned'])].join(', ');
}

function labelOf({ block }: PlacedBlock, faults: Faults, people: readonly string[], state: BlockState | undefined): string {
  return [block.name === '' ? block.id : block.name, kindOf(block), ...(state === undefined ? [] : [state.word]), ...faultWords(faults)]
    .concat(people.length === 0 ? [] : [`${people.join(' and ')} is here`])
    .join(', ');
}

/** A folded container counts what is in it, which is no part of the block. */
function hasSameLines({ lines: before }: PlacedBlock, { lines }: PlacedBlock): boolean {
  return before.length === lines.length && lines.every(({ text }, index) => text === before[index]?.text);
}
