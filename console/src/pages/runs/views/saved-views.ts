import { shared, type Shared } from '../../../api/shared.js';
import { columnsFrom, usualColumns, type ColumnId } from './run-columns.js';
import { filtersFrom, searchOf } from '../run-filters.js';

/** Filters and columns under a name. */
export interface SavedView {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  readonly columns: readonly ColumnId[];
}

/** Reads what a browser has kept. What it does not understand is left out. */
export function viewsFrom(text: string | null): readonly SavedView[] {
  const read = parsed(text);
  const list: readonly unknown[] = Array.isArray(read) ? read : [];
  return list.flatMap((each) => {
    const { name, search, columns } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
    const chosen = Array.isArray(columns) ? columnsFrom(columns as readonly unknown[]) : usualColumns;
    return [{ name, search: searchOf(filtersFrom(search as Readonly<Record<string, unknown>>)), columns: chosen }];
  });
}

/** The views with this one, in the place of one of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...withoutView(views, view), view].toSorted((a, b) => a.name.localeCompare(b.name));
}

export function withoutView(views: readonly SavedView[], { name }: SavedView): readonly SavedView[] {
  return views.filter((other) => other.name !== name);
}

const kept = new Map<string, Shared<readonly SavedView[]>>();

const keyOf = (workspaceId: string): string => `sluice.runs.views.${workspaceId}`;

/** The views of a workspace that this browser keeps. */
export function savedViews(workspaceId: string): Shared<readonly SavedView[]> {
  const key = keyOf(workspaceId);
  const known = kept.get(key) ?? shared(viewsFrom(localStorage.getItem(key)));
  if (!kept.has(key)) {
    kept.set(key, known);
    // Another tab has changed them.
    addEventListener('storage', (event) => {
      if (event.key === key) known.set(viewsFrom(event.newValue));
    });
  }
  return known;
}

/** Changes what the browser keeps at this moment, which another tab may have changed. */
export function changeViews(workspaceId: string, change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const key = keyOf(workspaceId);
  const next = change(viewsFrom(localStorage.getItem(key)));
  localStorage.setItem(key, JSON.stringify(next));
  savedViews(workspaceId).set(next);
}

/** The columns that this browser shows. */
export const shownColumns = shared<readonly ColumnId[]>(keptColumns());

function keptColumns(): readonly ColumnId[] {
  if (typeof localStorage === 'undefined') return usualColumns;
  const read = parsed(localStorage.getItem('sluice.runs.columns'));
  return Array.isArray(read) ? columnsFrom(read as readonly unknown[]) : usualColumns;
}

shownColumns.subscribe(() => localStorage.setItem('sluice.runs.columns', JSON.stringify(shownColumns.get())));

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
