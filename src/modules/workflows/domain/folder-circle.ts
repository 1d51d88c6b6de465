/** Whether moving a folder into `parentId` would create a cycle. `parents` maps each folder to its parent. */
export function makesFolderCircle(parents: ReadonlyMap<string, string | null>, folderId: string, parentId: string): boolean {
  const passed = new Set<string>();
  for (let at: string | null = parentId; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    if (at === folderId) return true;
    passed.add(at);
  }
  return false;
}
