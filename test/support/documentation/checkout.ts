import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A folder that looks like a fresh checkout after `npm install`: whatever examples write lies in it alone. */
export interface Checkout {
  readonly folder: string;
  remove(): Promise<void>;
}

/** A checkout made of links, with `@sluice/client` installed as in the project of a user. */
export async function makeCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-docs-'));
  const left = new Set(['.git', '.env', '.sluice', 'node_modules']);
  const entries = (await readdir(root)).filter((name) => !left.has(name));
  await Promise.all(entries.map((name) => symlink(join(root, name), join(folder, name))));
  await mkdir(join(folder, 'node_modules/@sluice'), { recursive: true });
  await symlink(join(root, 'node_modules/.bin'), join(folder, 'node_modules/.bin'));
  await symlink(join(root, 'clients/typescript'), join(folder, 'node_modules/@sluice/client'));
  // Whatever the server refuses makes curl fail, so that no example ends in an error unnoticed.
  await mkdir(join(folder, '.home'));
  await writeFile(join(folder, '.home/.curlrc'), 'fail-with-body\n');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
