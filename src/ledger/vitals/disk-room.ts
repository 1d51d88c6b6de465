import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Below this little time is left before writes fail. */
export const littleBytes = 0.2 * 1024 ** 3;

export interface FreeSpace {
  /** What the folder has. *database*: the data of the embedded database. *files*: stored files. */
  readonly folder: 'database' | 'files';
  /** Free space of its disk, in bytes. */
  readonly freeBytes: number;
}

/** The folders of this process that grow. A database of `DATABASE_URL` and a bucket are not among them. */
export class DiskRoom {
  constructor(private readonly folders: ReadonlyMap<FreeSpace['folder'], string>) {}

  async read(): Promise<readonly FreeSpace[]> {
    const found = [...this.folders].map(async ([folder, path]) => {
      const { bavail, bsize } = await statfs(await nearestFolder(path));
      return { folder, freeBytes: bavail * bsize };
    });
    return (await Promise.allSettled(found)).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }
}

/** The folder, or its nearest parent that exists. */
export async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  return isThere || parent === folder ? folder : nearestFolder(parent);
}
