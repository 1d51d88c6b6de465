/** What a drop holds for each thing that was dropped. */
export type DroppedItem = Pick<DataTransferItem, 'kind' | 'getAsFile' | 'webkitGetAsEntry'>;

/** The files of a drop, and the names of its folders: browsers list these among the files, and cannot read them. */
export function droppedFiles(items: Iterable<DroppedItem>): { readonly files: readonly File[]; readonly folders: readonly string[] } {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of items) {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) continue;
    if (item.webkitGetAsEntry()?.isDirectory === true) folders.push(file.name);
    else files.push(file);
  }
  return { files, folders };
}

/** @throws Error for a file that was changed, moved or removed since it was chosen: a request with it fails as if the connection was lost */
export async function assertReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new Error('This file cannot be read. If it was changed, moved or removed, choose it again.');
  }
}
