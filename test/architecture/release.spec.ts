import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { projectFile } from '#host/project-file.js';
import { releaseNotes } from '../../tools/release/changelog.js';
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
