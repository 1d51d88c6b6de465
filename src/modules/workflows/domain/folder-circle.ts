/** Whether a folder inside `parentId` would be inside itself. `parents` tells of each folder which one it is in. */
export function makesFolderCircle(parents: ReadonlyMap<string, string | null>, folderId: string, parentId: string): boolean {
  const passed = new Set<string>();
  for (let at: string | null = parentId; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    if (at === folderId) return true;
    passed.add(at);
  }
  return false;
}
