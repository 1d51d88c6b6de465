import { describe, expect, it } from '@jest/globals';
import { commandName, commandNameOf } from './command-name.js';

const installed = '/srv/sluice/node_modules/@sluice/server/';
const fetched = '/home/ada/.npm/_npx/80e7136ace951d49/node_modules/@sluice/server/';

describe('the name of the command in messages', () => {
  it.each([
    ['in a checkout', { folder: '/home/ada/sluice/', npmCommand: undefined }, 'npx sluice'],
    ['in a checkout, by npm', { folder: '/home/ada/sluice/', npmCommand: 'run-script' }, 'npx sluice'],
    ['in a folder with an installation, by npx', { folder: installed, npmCommand: 'exec' }, 'npx sluice'],
    ['in a container, an archive or a service', { folder: installed, npmCommand: undefined }, 'sluice'],
    ['by npx in any folder', { folder: fetched, npmCommand: 'exec', asked: ['@sluice/server'] }, 'npx @sluice/server'],
    ['by npx with a version', { folder: fetched, npmCommand: 'exec', asked: ['@sluice/server@0.1.0'] }, 'npx @sluice/server@0.1.0'],
    ['by npx from a file', { folder: fetched, npmCommand: 'exec', asked: ['file:/tmp/sluice.tgz'] }, 'npx file:/tmp/sluice.tgz'],
    [
      'by npx from a folder with a space',
      { folder: fetched, npmCommand: 'exec', asked: ["file:/a b/it's.tgz"] },
      String.raw`npx 'file:/a b/it'\''s.tgz'`,
    ],
    ['by npx with other packages', { folder: fetched, npmCommand: 'exec', asked: ['@sluice/server', 'other'] }, 'npx @sluice/server'],
    ['by npx that keeps no record', { folder: fetched, npmCommand: 'exec' }, 'npx @sluice/server'],
  ])('is what works for a program that was started %s', (_, start, expected) => {
    expect(commandNameOf(start)).toBe(expected);
  });

  it('is that of a checkout here', () => {
    expect(commandName).toBe('npx sluice');
  });
});
