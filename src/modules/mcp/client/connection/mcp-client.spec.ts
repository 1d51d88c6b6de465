import { afterEach, describe, expect, it } from '@jest/globals';
import { afterSites, closeSites, raw, web } from '../../../../../test/support/sites.js';
import { echoTool, mcpSite, type Behaviour, type McpSite } from '../../../../../test/support/mcp/misbehaving-server.js';
import { eventually } from '../../../../../test/support/eventually.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import type { JsonObject } from '#kernel/json.js';
import { McpClient, type ToolRequest } from './mcp-client.js';
import type { McpEndpoint } from './mcp-endpoint.js';
import { McpFailure } from './mcp-failure.js';

afterEach(closeSites);

function connections(allow: readonly string[] = ['127.0.0.1/32']): McpClient {
  const http = new PolicedHttp({ allow });
  afterSites(() => http.close());
  return new McpClient(http);
}

const at = ({ url }: { readonly url: string }, more: Partial<McpEndpoint> = {}): McpEndpoint => ({
  name: 'site',
  url: `${url}/mcp`,
  tenant: 'acme',
  headers: {},
  timeoutMs: 30_000,
  ...more,
});

const asking = (more: Partial<ToolRequest> = {}): ToolRequest => ({
  tool: { ...echoTool, inputSchema: { type: 'object' } },
  arguments: { text: 'hi' },
  key: 'effect-1',
  via: [],
  signal: new AbortController().signal,
  ...more,
});

async function failureOf(outcome: Promise<unknown>): Promise<McpFailure> {
  const error: unknown = await outcome.catch((caught: unknown) => caught);
  if (error instanceof McpFailure) return error;
  throw new Error(`Expected a failure, got ${JSON.stringify(error) ?? String(error)}`);
}

const lists = (site: McpSite) => failureOf(connections().offer(at(site)));
const calls = (site: McpSite, more: Partial<McpEndpoint> = {}) => failureOf(connections().call(at(site, more), asking()));

describe('a server that refuses a request', () => {
  it.each([
    [401, 1],
    [403, 0],
  ])('is asked with another token after status 401 only: %i', async (status, renewals) => {
    const site = await mcpSite({ before: (_, response) => Boolean(response.writeHead(status).end()) });
    let renewed = 0;
    const more = {
      renewed: async () => {
        renewed += 1;
        return at(site);
      },
    };
    expect((await calls(site, more)).message).toContain(`status ${status}`);
    expect(renewed).toBe(renewals);
  });
});

describe.each<Behaviour['era']>(['modern', 'legacy'])('a server of the %s era', (era) => {
  it('is asked for its tools and calls one of them', async () => {
    const site = await mcpSite({ era });
    const offer = await connections().offer(at(site));
    expect(offer).toMatchObject({ protocolVersion: era === 'modern' ? '2026-07-28' : '2025-11-25', serverName: 'site', tools: [echoTool] });
    const result = await connections().call(at(site), asking());
    expect(result.content).toEqual([{ type: 'text', text: '{"text":"hi"}' }]);
  });

  it('receives the headers of the registration, the key of the call and the workflows that led to it', async () => {
    const site = await mcpSite({ era });
    await connections().call(at(site, { headers: { authorization: 'Bearer t-1' } }), asking({ via: ['w1', 'w2'] }));
    expect(site.asked.every(({ headers }) => headers.authorization === 'Bearer t-1')).toBe(true);
    const call = site.asked.find(({ method }) => method === 'tools/call');
    expect(call?.headers['x-sim-via']).toBe('w1,w2');
    expect(call?.params['_meta']).toMatchObject({ 'sluice/effectKey': 'effect-1' });
  });

  it('that redirects is not followed', async () => {
    const elsewhere = await mcpSite({ era });
    const site = await mcpSite({
      era,
      before: (_, response) => {
        response.writeHead(307, { location: `${elsewhere.url}/mcp` }).end();
        return true;
      },
    });
    const failure = await lists(site);
    expect(failure).toMatchObject({ failure: 'redirects', code: 'MCP_REDIRECTS', isPassing: false });
    expect(elsewhere.connections).toBe(0);
  });

  it('whose list never ends is left after 50 pages', async () => {
    let pages = 0;
    const site = await mcpSite({
      era,
      list: () => {
        pages += 1;
        const hints = era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
        return { ...hints, tools: [{ ...echoTool, name: `echo-${pages}` }], nextCursor: String(pages) };
      },
    });
    const message = 'The MCP server site has a list of tools of more than 50 pages';
    expect(await lists(site)).toMatchObject({ failure: 'too-large', message });
    expect(pages).toBe(50);
  });

  it.each(['any request', 'the list of tools'])(
    'that does not answer %s is left when the time of the registration is over',
    async (what) => {
      const silent = { era, list: () => undefined, ...(what === 'any request' && { before: () => true }) };
      const site = await mcpSite(silent);
      const begun = Date.now();
      expect(await failureOf(connections().offer(at(site, { timeoutMs: 200 })))).toMatchObject({ failure: 'timeout', isPassing: true });
      expect(Date.now() - begun).toBeLessThan(3_000);
    },
  );

  it('whose pages come in time, and its list does not, has not answered in time', async () => {
    let pages = 0;
    const list = async (): Promise<JsonObject> => {
      pages += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { resultType: 'complete', tools: [echoTool], nextCursor: String(pages), ttlMs: 0, cacheScope: 'private' };
    };
    const site = await mcpSite({ era, list });
    const failure = await failureOf(connections().offer(at(site), 500));
    expect(failure).toMatchObject({ failure: 'timeout', isPassing: true, message: expect.stringContaining('within 0.5 s') });
  });

  it('with 100,000 tools is refused', async () => {
    const tools = Array.from({ length: 100_000 }, (_, index) => ({ name: `t${index}`, inputSchema: { type: 'object' } }));
    const failure = await lists(await mcpSite({ era, tools }));
    expect(failure).toMatchObject({ failure: 'too-large', message: 'The MCP server site cannot be used: It has more than 1000 tools' });
    const few = await mcpSite({ era, tools: tools.slice(0, 1_001) });
    expect((await lists(few)).message).toContain('1001 tools; at most 1000');
    few.behaviour.tools = tools.slice(0, 1_000);
    expect((await connections().offer(at(few))).tools).toHaveLength(1_000);
  });

  it('that answers a call with more than 10 MiB is cut off', async () => {
    let sent = 0;
    const site = await mcpSite({
      era,
      call: (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const piece = Buffer.alloc(64 * 1024, ' ');
        const more = (): void => {
          while (!response.destroyed && sent < 2 ** 30 && response.write(piece)) sent += piece.length;
        };
        response.on('drain', more);
        more();
        return undefined;
      },
    });
    expect(await calls(site)).toMatchObject({ failure: 'too-large', isPassing: false });
    await eventually(() => expect(site.closed).toBeGreaterThan(0));
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that is silent is left when the time of the registration is over', async () => {
    const site = await mcpSite({ era, call: () => undefined });
    expect(await calls(site, { timeoutMs: 100 })).toMatchObject({ failure: 'timeout', isPassing: true });
  });

  it('is left at once when the run ends', async () => {
    const abort = new AbortController();
    const site = await mcpSite({
      era,
      call: () => {
        abort.abort(new Error('The run was cancelled'));
        return undefined;
      },
    });
    const outcome = connections().call(at(site), asking({ signal: abort.signal }));
    await expect(outcome).rejects.not.toBeInstanceOf(McpFailure);
  });

  it('whose schema refers to another document is listed, and the document is not fetched', async () => {
    const other = await web((_, response) => void response.end('{}'));
    const inputSchema = { type: 'object', properties: { a: { $ref: `${other.url}/schema.json` } } };
    const outputSchema = { type: 'object', properties: { a: { $ref: `${other.url}/schema.json` } } };
    const site = await mcpSite({ era, tools: [{ ...echoTool, inputSchema, outputSchema }] });
    const { tools } = await connections().offer(at(site));
    expect(tools[0]?.inputSchema).toEqual(inputSchema);
    const [tool] = tools;
    await connections().call(at(site), asking(tool === undefined ? {} : { tool }));
    expect(other.connections).toBe(0);
  });

  it('that refuses the credentials is named with its status and without them', async () => {
    const site = await mcpSite({
      era,
      before: (_, response) => {
        response.writeHead(401).end('Bearer s3cret-token is wrong');
        return true;
      },
    });
    const failure = await calls(site, { headers: { authorization: 'Bearer s3cret-token' } });
    expect(failure).toMatchObject({ failure: 'denied', isPassing: false });
    expect(failure.message).not.toContain('s3cret-token');
  });

  it('that answers with something else is named', async () => {
    const site = await mcpSite({
      era,
      before: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
        return true;
      },
    });
    expect(await calls(site)).toMatchObject({ failure: 'unreadable' });
  });
});

it('the session that a server of the legacy era has opened is ended', async () => {
  const site = await mcpSite({ era: 'legacy' });
  await connections().offer(at(site));
  expect(site.ended).toEqual(['session-1']);
});

it('an error of the protocol is a refusal with its message, without what was sent', async () => {
  const site = await mcpSite({
    before: (request, response) => {
      if (request.headers['mcp-method'] !== 'tools/call') return false;
      const error = { code: -32602, message: 'The token t-123456 may not do that' };
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        const { id } = JSON.parse(text) as { id: number };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      });
      return true;
    },
  });
  for (const authorization of ['t-123456', 'Bearer t-123456']) {
    const failure = await calls(site, { headers: { authorization } });
    expect(failure).toMatchObject({ failure: 'refused', isPassing: false });
    expect(failure.message).toBe('The MCP server site refused the request (-32602): The token … may not do that');
  }
});

it.each(['http://127.0.0.1:1/mcp', 'http://10.0.0.1/mcp', 'http://169.254.169.254/mcp', 'http://[::1]:9000/mcp'])(
  'a server at the private address %s is not reached',
  async (url) => {
    const failure = await failureOf(connections([]).offer({ ...at({ url: '' }), url }));
    expect(failure).toMatchObject({ failure: 'blocked', isPassing: false });
    expect(failure.message).toContain('SLUICE_OUTBOUND_ALLOW');
  },
);

it('a server that cannot be reached may be asked again', async () => {
  const site = await raw((socket) => socket.destroy());
  expect(await failureOf(connections().offer(at(site)))).toMatchObject({ failure: 'unreachable', isPassing: true });
});
