/** What is selected on the canvas. */
export interface Selection {
  readonly blocks: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

/** The ids of a selection after changes of some of them. */
export function withChanges(
  ids: ReadonlySet<string>,
  changes: readonly { readonly id: string; readonly selected: boolean }[],
): ReadonlySet<string> {
  const after = new Set(ids);
  for (const { id, selected } of changes) {
    if (selected) after.add(id);
    else after.delete(id);
  }
  return after;
}
