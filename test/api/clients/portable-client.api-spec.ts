import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, SourceTextModule } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import type { SluiceClient as Client } from '../../../clients/typescript/dist/index.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const dist = fileURLToPath(new URL('../../../clients/typescript/dist/', import.meta.url));

/** What edge runtimes, Deno, Bun and browsers have alike. */
const web = {
  fetch,
  crypto,
  URL,
  URLSearchParams,
  Headers,
  Response,
  AbortSignal,
  AbortController,
  Blob,
  ReadableStream,
  TextEncoder,
  TextDecoder,
  setTimeout,
  clearTimeout,
};

/** The client where there is nothing but the web platform. */
async function clientOfTheWeb(): Promise<{ readonly SluiceClient: typeof Client }> {
  const context = createContext({ ...web });
  const known = new Map<string, SourceTextModule>();
  const load = (file: string): SourceTextModule => {
    if (!existsSync(file)) throw new Error(`${file} is not part of the client`);
    const made = known.get(file) ?? new SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
    known.set(file, made);
    return made;
  };
  const entry = load(`${dist}index.js`);
  await entry.link((specifier, from) => load(fileURLToPath(new URL(specifier, `file://${from.identifier}`))));
  await entry.evaluate();
  return entry.namespace as { readonly SluiceClient: typeof Client };
}

describe('the TypeScript client', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());

  it('works with the web platform alone', async () => {
    const greet = await deployState(server, inARow(functionBlock('greet', 'return "hello " + <start.name>')));
    const { SluiceClient } = await clientOfTheWeb();
    const client = new SluiceClient({ baseUrl: server.url, apiKey: server.first.apiKey });
    expect((await client.execute(greet, { name: 'Ada' })).output).toMatchObject({ result: 'hello Ada' });
    const messages: unknown[] = [];
    for await (const message of client.stream(greet, { name: 'Ada' })) messages.push(message);
    expect(messages).toMatchObject([{ event: 'final' }]);
    const done = await (await client.start(greet, { name: 'later' })).wait({ intervalMs: 10 });
    expect(done.output).toMatchObject({ result: 'hello later' });
    const { workspaceId } = server.first;
    const { data } = await client.files.upload({ workspaceId, file: { name: 'web.txt', content: 'from the edge' } });
    expect(await (await client.fileContent.get(data.file.id, { workspaceId })).text()).toBe('from the edge');
  });

  it('imports nothing of Node but for files from paths', () => {
    const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|d\.ts)$/.test(name));
    const foreign = modules.flatMap((name) =>
      [...readFileSync(dist + name, 'utf8').matchAll(/(?:from|import\(|types=)\s*['"]([^.'"][^'"]*)['"]/g)].map(([, from]) => [name, from]),
    );
    expect(foreign).toEqual([
      ['node.js', 'node:fs'],
      ['node.js', 'node:path'],
    ]);
  });

  it('has types where there are none of Node', () => {
    const program = ts.createProgram([`${dist}index.d.ts`], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(problems).toEqual([]);
  });
});
