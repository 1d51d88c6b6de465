import { clearScreenDown, moveCursor } from 'node:readline';
import { styleText } from 'node:util';
import type { TraceSpan } from '#client';
import { complain, visible } from '../../terminal.js';
import { spanEvents, treeLines, type Paint } from './trace-tree.js';

const colours = { done: 'green', failed: 'red', waiting: 'yellow', running: 'cyan' } as const;
/** Colours only in a terminal, and only if they are wanted. */
export const paintOn =
  (stream: NodeJS.WriteStream): Paint =>
  (state, text) =>
    styleText(colours[state], text, { stream });

/** The progress of a run on standard error: a tree that is redrawn in a terminal, a line for each event elsewhere. */
export class RunView {
  #height = 0;
  readonly #told = new Set<string>();

  constructor(private readonly screen: NodeJS.WriteStream = process.stderr) {}

  show(spans: readonly TraceSpan[], isOver: boolean): void {
    if (this.screen.isTTY) this.#draw(spans, isOver);
    else this.#tell(spans);
  }

  #draw(spans: readonly TraceSpan[], isOver: boolean): void {
    // A terminal of unknown size reports 0.
    const [columns, rows] = [this.screen.columns || 80, this.screen.rows || 24];
    const paint = paintOn(this.screen);
    const all = [...treeLines(spans, paint), ...(isOver ? [] : [`${paint('running', '…')} running`])];
    // Lines that have scrolled out cannot be redrawn, and a line that wraps counts as two.
    const lines = isOver ? all : all.slice(-(rows - 2)).map((line) => visible(line).slice(0, columns - 1));
    moveCursor(this.screen, 0, -this.#height);
    clearScreenDown(this.screen);
    for (const line of lines) complain(line);
    this.#height = lines.length;
  }

  #tell(spans: readonly TraceSpan[]): void {
    for (const { id, at, text } of spanEvents(spans)) {
      if (!this.#told.has(id)) complain(`${at}  ${text}`);
      this.#told.add(id);
    }
  }
}
