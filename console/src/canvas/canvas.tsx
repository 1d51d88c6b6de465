import { Maximize, Minus, Plus } from 'lucide-react';
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { IconButton } from '../parts/controls/button.js';
import { useAwaitedFocus } from '../parts/use-awaited-focus.js';
import { CanvasBlock, type BlockState } from './canvas-block.js';
import { nearestBlock, type Direction } from './nearest-block.js';
import { pictureOf, type Picture, type PlacedBlock, type Wire } from './picture.js';
import { useViewport, type Viewport } from './use-viewport.js';
import styles from './canvas.module.css';

interface CanvasProps {
  /** What is drawn, for screen readers. */
  readonly label: string;
  readonly document: WorkflowDocument;
  /** What happened to the blocks, by their ids. */
  readonly states?: ReadonlyMap<string, BlockState>;
  readonly selected: string | undefined;
  readonly onSelect: (blockId: string | undefined) => void;
}

const none: ReadonlyMap<string, BlockState> = new Map();
const directions: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** A workflow to look at. One tab stop: arrows go from block to block, + and - zoom, 0 shows all. */
export function Canvas({ label, document, states = none, selected, onSelect }: CanvasProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const picture = useMemo(() => pictureOf(document), [document]);
  const viewport = useViewport(box, picture);
  const { view, window } = viewport;
  const stop = picture.blocks.find(({ block }) => block.id === selected)?.block.id ?? picture.blocks[0]?.block.id;
  const { focus, awaited } = useAwaitedFocus(box, 'data-block');
  const goTo = (placed: PlacedBlock): void => {
    onSelect(placed.block.id);
    viewport.reveal(placed);
    focus(placed.block.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    const from = awaited() ?? (event.target as HTMLElement).dataset['block'];
    if (direction !== undefined && from !== undefined) {
      const next = nearestBlock(picture.blocks, from, direction);
      if (next !== undefined) goTo(next);
    } else if (event.key === '+' || event.key === '=') viewport.zoomBy(1.25);
    else if (event.key === '-') viewport.zoomBy(0.8);
    else if (event.key === '0') viewport.fit();
    else if (event.key === 'Escape' && selected !== undefined) onSelect(undefined);
    else return;
    event.preventDefault();
  };
  const shown = inWindow(picture, view, window, stop);
  return (
    // Its children are what is operated; keys come from them.
    <div ref={box} role="group" aria-label={label} className={styles['canvas']} style={ground(view)} onKeyDown={onKeyDown}>
      <div
        className={styles['world']}
        data-far={view.scale < 0.45 || undefined}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, width: picture.width, height: picture.height }}
      >
        <svg className={styles['wires']} width={picture.width} height={picture.height} aria-hidden>
          {shown.wires.map((wire) => (
            <path key={wire.id} d={curve(wire)} data-error={wire.isError || undefined} data-near={isAt(wire, selected) || undefined} />
          ))}
        </svg>
        <ul className={styles['blocks']}>
          {shown.blocks.map((placed) => (
            <CanvasBlock
              key={placed.block.id}
              placed={placed}
              state={states.get(placed.block.id)}
              isSelected={placed.block.id === selected}
              isTabStop={placed.block.id === stop}
              onSelect={onSelect}
            />
          ))}
        </ul>
      </div>
      <div className={styles['controls']} data-controls>
        <IconButton label="Zoom out" onPress={() => viewport.zoomBy(0.8)}>
          <Minus size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <span className={styles['scale']}>{Math.round(view.scale * 100)} %</span>
        <IconButton label="Zoom in" onPress={() => viewport.zoomBy(1.25)}>
          <Plus size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <IconButton label="Show all" onPress={viewport.fit}>
          <Maximize size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

const dots = 16;
const dotsEnd = 0.6;

/** Dots that move with the picture and fade when it is small. */
function ground({ x, y, scale }: Viewport): Readonly<Record<string, string>> {
  return {
    backgroundSize: `${dots * scale}px ${dots * scale}px`,
    backgroundPosition: `${x}px ${y}px`,
    '--dots': String(Math.min(1, Math.max(0, (scale - dotsEnd / 2) / (dotsEnd / 2)))),
  };
}

function isAt({ source, target }: Wire, blockId: string | undefined): boolean {
  return source === blockId || target === blockId;
}

/** A wire leaves to the right and arrives from the left. */
function curve({ from, to }: Wire): string {
  const reach = Math.max(32, Math.min(160, Math.abs(to.x - from.x) / 2));
  return `M ${from.x} ${from.y} C ${from.x + reach} ${from.y} ${to.x - reach} ${to.y} ${to.x} ${to.y}`;
}

const around = 256;

/** Only what is near the window is in the document: the size of a workflow does not matter. The tab stop always is. */
function inWindow(
  picture: Picture,
  { x, y, scale }: Viewport,
  { width, height }: { readonly width: number; readonly height: number },
  stop: string | undefined,
): Pick<Picture, 'blocks' | 'wires'> {
  const [left, top] = [(-x - around) / scale, (-y - around) / scale];
  const [right, bottom] = [left + (width + 2 * around) / scale, top + (height + 2 * around) / scale];
  return {
    blocks: picture.blocks.filter(
      (each) => each.block.id === stop || (each.x < right && each.x + each.width > left && each.y < bottom && each.y + each.height > top),
    ),
    wires: picture.wires.filter(
      ({ from, to }) =>
        Math.min(from.x, to.x) - 160 < right &&
        Math.max(from.x, to.x) + 160 > left &&
        Math.min(from.y, to.y) < bottom &&
        Math.max(from.y, to.y) > top,
    ),
  };
}
