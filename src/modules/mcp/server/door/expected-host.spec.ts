import { describe, expect, it } from '@jest/globals';
import { expectedHosts, unexpectedHost } from './expected-host.js';

const expected = expectedHosts('https://flows.example.com', ['sluice.internal']);

describe('a request to an MCP server', () => {
  it.each([
    ['flows.example.com', undefined],
    ['flows.example.com:443', 'https://flows.example.com'],
    ['sluice.internal:3000', 'http://sluice.internal'],
    ['localhost:3000', 'http://localhost:8080'],
    ['127.0.0.1:3000', undefined],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
  ])('to %s from %s is expected', (host, origin) => {
    expect(unexpectedHost({ host, origin }, expected)).toBeUndefined();
  });

  it.each([
    ['rebound.example.net', undefined, 'Host'],
    ['rebound.example.net', 'http://rebound.example.net', 'Host'],
    [undefined, undefined, 'Host'],
    ['localhost:3000', 'https://evil.example.net', 'Origin'],
    ['localhost:3000', 'http://10.0.0.1', 'Origin'],
    ['localhost:3000', 'null', 'Origin'],
    ['localhost:3000', 'https://localhost.evil.example.net', 'Origin'],
  ])('to %s from %s is refused for its %s', (host, origin, header) => {
    expect(unexpectedHost({ host, origin }, expected)).toContain(header);
  });
});
