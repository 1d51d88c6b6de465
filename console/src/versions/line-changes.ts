/** A line of two texts that are compared. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above it, the middle is not searched for common lines: it is shown as removed and added. */
const mostCells = 2_000_000;

/** The lines of both texts in their order: the fewest that were removed and added. */
export function lineChanges(from: string, to: string): readonly LineChange[] {
  const [before, after] = [from.split('\n'), to.split('\n')];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (text: string): LineChange => ({ kind: 'same', text });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  const removed = (text: string): LineChange => ({ kind: 'removed', text });
  const added = (text: string): LineChange => ({ kind: 'added', text });
  if (before.length * after.length > mostCells) return [...before.map(removed), ...after.map(added)];
  const width = after.length + 1;
  // How many lines the rest of both texts has in common, for each pair of places.
  const common = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      common[at] =
        before[row] === after[column] ? (common[at + width + 1] ?? 0) + 1 : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  const changes: LineChange[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [left, right] = [before[row], after[column]];
    if (left !== undefined && left === right) {
      changes.push({ kind: 'same', text: left });
      row += 1;
      column += 1;
    } else if (left !== undefined && (right === undefined || isCloser(common, row, column, width))) {
      changes.push(removed(left));
      row += 1;
    } else if (right !== undefined) {
      changes.push(added(right));
      column += 1;
    }
  }
  return changes;
}

function isCloser(common: Uint32Array, row: number, column: number, width: number): boolean {
  return (common[(row + 1) * width + column] ?? 0) >= (common[row * width + column + 1] ?? 0);
}

const around = 2;

/** The changed lines with a few around them; a gap stands for the others. */
export function excerpt(lines: readonly LineChange[]): readonly (LineChange | { readonly kind: 'gap'; readonly count: number })[] {
  const isNear = lines.map((_, index) => lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'));
  const shown: (LineChange | { readonly kind: 'gap'; readonly count: number })[] = [];
  let hidden = 0;
  for (const [index, line] of lines.entries()) {
    if (isNear[index] !== true) {
      hidden += 1;
      continue;
    }
    if (hidden > 0) shown.push({ kind: 'gap', count: hidden });
    hidden = 0;
    shown.push(line);
  }
  return hidden > 0 ? [...shown, { kind: 'gap', count: hidden }] : shown;
}
