/** A folder as the API lists it. */
export interface ListedFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/** A folder in the order of the tree. */
export interface FolderRow extends ListedFolder {
  readonly depth: number;
  /** The names from the root to the folder. */
  readonly path: string;
}

/** The folders in the order of their tree, those of a parent by name. A folder whose parent is not listed is at the root. */
export function folderRows(folders: readonly ListedFolder[]): readonly FolderRow[] {
  const known = new Set(folders.map(({ id }) => id));
  const children = Map.groupBy(folders, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const below = (parent: string | null, depth: number, path: string): readonly FolderRow[] =>
    (children.get(parent) ?? [])
      .toSorted((left, right) => left.name.localeCompare(right.name))
      .flatMap((folder) => {
        const own = path === '' ? folder.name : `${path} / ${folder.name}`;
        return [{ ...folder, depth, path: own }, ...below(folder.id, depth + 1, own)];
      });
  return below(null, 0, '');
}

/** The ids of a folder and of all folders in it. */
export function withinFolder(rows: readonly FolderRow[], folderId: string): ReadonlySet<string> {
  const index = rows.findIndex(({ id }) => id === folderId);
  const folder = rows[index];
  if (folder === undefined) return new Set();
  const end = rows.findIndex(({ depth }, at) => at > index && depth <= folder.depth);
  return new Set(rows.slice(index, end === -1 ? undefined : end).map(({ id }) => id));
}
