import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readExports } from './exports-file.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(document: unknown): ReturnType<typeof readExports> {
  const path = join(folder, 'exports.json');
  writeFileSync(path, JSON.stringify(document));
  return readExports(path);
}

const siem = { name: 'siem', feed: 'audit', url: 'https://siem.example', headers: { Authorization: 'Bearer x' } };

describe('the file of exports', () => {
  it('names receivers over HTTP and folders', () => {
    expect(read({ consumers: [siem, { name: 'disk', feed: 'logs', folder: '/var/exports' }] })).toEqual([
      { name: 'siem', feed: 'audit', to: { url: 'https://siem.example/', headers: { Authorization: 'Bearer x' } } },
      { name: 'disk', feed: 'logs', to: { folder: '/var/exports' } },
    ]);
  });

  it.each([
    [{ ...siem, name: 'Not this' }, 'consumers[0].name must be 1 to 50 of a-z 0-9 -'],
    [{ ...siem, feed: 'all' }, 'consumers[0].feed must be one of logs, audit'],
    [{ ...siem, folder: '/tmp' }, 'consumers[0] must have either url or folder'],
    [{ ...siem, url: 'ftp://host' }, 'consumers[0].url must be an address that begins with https:// or http://'],
    [{ ...siem, url: 'https://user:pass@siem.example' }, 'without user name and password, which headers can have'],
    [{ ...siem, headers: { Authorization: 'Bearer a\nb' } }, 'consumers[0].headers must be an object of texts'],
    [{ ...siem, headers: { Authorization: 'Bearer \u4f60' } }, 'without line breaks and letters beyond Latin-1'],
    [{ ...siem, headers: { a: 1 } }, 'consumers[0].headers must be an object of texts'],
    [{ name: 'disk', feed: 'logs', folder: 'here' }, 'consumers[0].folder must be an absolute path'],
    [{ ...siem, retries: 3 }, 'consumers[0].retries is not known; a consumer has name, feed, url, headers, folder'],
    ['siem', 'consumers[0] must be an object'],
  ])('refuses %j', (consumer, problem) => {
    expect(() => read({ consumers: [consumer] })).toThrow(problem);
  });

  it('refuses two consumers of one name', () => {
    expect(() => read({ consumers: [siem, { ...siem, feed: 'logs' }] })).toThrow('consumers[1].name must not be that of another consumer');
  });

  it('refuses what is no list of consumers', () => {
    expect(() => read({ sinks: [] })).toThrow('sinks is not known; the file has consumers; consumers must be a list');
  });
});
