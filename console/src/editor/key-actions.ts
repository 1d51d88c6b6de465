import type { PlacedBlock } from '../canvas/picture.js';
import { nothingSelected, type Commands, type Scene } from './use-commands.js';
import type { KeyActions } from './use-editor-keys.js';

interface KeyScene extends Pick<Scene, 'store' | 'selection' | 'canvas' | 'onSelect'> {
  readonly commands: Commands;
  readonly placed: readonly PlacedBlock[];
  /** Opens the fields of a block. */
  readonly onEdit: (blockId: string) => void;
  readonly onFind: () => void;
  readonly onRun: () => void;
}

/** What the keys do to the draft, from what is selected. */
export function keyActions({ commands, store, placed, selection, canvas, onSelect, onEdit, onFind, onRun }: KeyScene): KeyActions {
  const last = [...selection.blocks].at(-1);
  const withLast = (act: (blockId: string) => void) => (): void => {
    if (last !== undefined) act(last);
  };
  return {
    insert: () => {
      const [edge] = selection.edges;
      if (selection.blocks.size === 0 && edge !== undefined) commands.split(edge);
      else commands.setChoosing({ kind: 'insert' });
    },
    connect: withLast((from) => commands.setChoosing({ kind: 'connect', from })),
    insertInside: withLast((id) => commands.insertInside(id)),
    moveInto: withLast(() => commands.setChoosing({ kind: 'move' })),
    edit: withLast(onEdit),
    goTo: () => commands.setChoosing({ kind: 'go' }),
    find: onFind,
    remove: commands.remove,
    duplicate: commands.duplicate,
    undo: () => store.undo(),
    redo: () => store.redo(),
    selectAll: () => onSelect({ blocks: new Set(placed.map(({ block }) => block.id)), edges: new Set() }),
    layOut: commands.layOut,
    clear: () => onSelect(nothingSelected),
    toggle: commands.toggle,
    move: (x, y) => commands.move({ x, y }),
    walk: commands.walk,
    zoomBy: (factor) => canvas.current?.zoomBy(factor),
    fit: () => canvas.current?.fit(),
    run: onRun,
  };
}
