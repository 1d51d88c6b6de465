import { describe, expect, it } from '@jest/globals';
import { settings } from './settings.js';

const gigabyte = 1024 ** 3;

describe('the settings of the embedded server', () => {
  it.each([
    [0.125 * gigabyte, '32MB'],
    [gigabyte, '128MB'],
    [4 * gigabyte, '512MB'],
    [24 * gigabyte, '1024MB'],
  ])('for a memory of %d bytes cache %s', (memory, expected) => {
    expect(settings(5432, memory)).toContain(`shared_buffers = ${expected}\n`);
  });

  it('name the port and keep to the loopback address', () => {
    expect(settings(54_321, gigabyte)).toMatch(/^port = 54321\nlisten_addresses = '127\.0\.0\.1'$/m);
  });
});
