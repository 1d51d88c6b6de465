import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CommandFailed } from '../../../failure.js';
import { documentsIn } from './read-folder.js';

describe('documents of a folder', () => {
  let base: string;
  let root: string;
  const from = process.cwd();
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'documents-'));
    root = join(base, '.workflows');
    for (const folder of ['deep/er', '.github', 'node_modules/package', 'deep/node_modules/package']) {
      await mkdir(join(root, folder), { recursive: true });
    }
    const hidden = ['.secret.json', '.github/w.yml', 'node_modules/package/package.json', 'deep/node_modules/package/package.json'];
    for (const file of ['a.json', 'deep/er/b.yaml', 'x.yml', 'notes.md', ...hidden]) await writeFile(join(root, file), '{}');
  });
  afterAll(async () => {
    process.chdir(from);
    await rm(base, { recursive: true });
  });

  it.each(['.', './.workflows', './.workflows/', '.workflows', '../.workflows', 'absolute'])(
    'are the same, without hidden files and packages, for the path %s',
    async (path) => {
      process.chdir(path === '.' || path.startsWith('..') ? root : base);
      const found = await documentsIn(path === 'absolute' ? root : path);
      expect(found.map((each) => relative(root, each)).toSorted()).toEqual(['a.json', 'deep/er/b.yaml', 'x.yml']);
    },
  );

  it('contain files and folders that a link names', async () => {
    const linked = await mkdtemp(join(base, 'linked-'));
    await symlink(join(root, 'a.json'), join(linked, 'file.json'));
    await symlink(join(root, 'deep'), join(linked, 'folder'));
    await symlink(linked, join(linked, 'itself'));
    expect((await documentsIn(linked)).map((each) => relative(linked, each))).toEqual(['file.json', 'folder/er/b.yaml']);
  });

  it('are refused with a link to nothing', async () => {
    const broken = await mkdtemp(join(base, 'broken-'));
    await symlink(join(base, 'gone'), join(broken, 'flows'));
    await expect(documentsIn(broken)).rejects.toThrow(CommandFailed);
  });

  it('are read beside a link to nothing that is no document', async () => {
    const beside = await mkdtemp(join(base, 'beside-'));
    await writeFile(join(beside, 'a.json'), '{}');
    await symlink(join(base, 'gone'), join(beside, 'server.log'));
    expect((await documentsIn(beside)).map((each) => relative(beside, each))).toEqual(['a.json']);
    await symlink(join(base, 'gone'), join(beside, 'b.yaml'));
    await expect(documentsIn(beside)).rejects.toThrow(CommandFailed);
  });
});
