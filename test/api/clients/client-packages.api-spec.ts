import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const run = promisify(execFile);
const clients = fileURLToPath(new URL('../../../clients/', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-packages-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the package of the TypeScript client', () => {
  let server: TestApp;
  let contents: readonly string[];

  beforeAll(async () => {
    server = await startTestApp();
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const env = { ...process.env, npm_config_cache: join(folder, 'npm'), npm_config_update_notifier: 'false' };
    const { stdout } = await run('npm', args, { cwd: join(clients, 'typescript'), env });
    const [packed] = JSON.parse(stdout) as [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }];
    contents = packed.files.map(({ path }) => path);
    const place = join(folder, 'node_modules/@sluice/client');
    await mkdir(place, { recursive: true });
    await run('tar', ['xzf', join(folder, packed.filename), '--strip-components=1', '-C', place]);
  });
  afterAll(() => server.close());

  it('holds the client with its types, a readme and the license, and nothing else', () => {
    expect(contents).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']));
    const others = contents.filter((path) => !/^(LICENSE|README\.md|package\.json|dist\/.*\.(js|d\.ts))$/.test(path));
    expect(others).toEqual([]);
  });

  it('has each of its doors, and needs no other package', async () => {
    const { exports, dependencies } = JSON.parse(await readFile(join(clients, 'typescript/package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
      readonly dependencies?: object;
    };
    const targets = Object.values(exports).flatMap((door) => Object.values(door));
    expect(targets.filter((target) => !contents.includes(target.replace('./', '')))).toEqual([]);
    expect(dependencies).toBeUndefined();
  });

  it('runs a workflow from a program of plain Node', async () => {
    const greet = await deployState(server, inARow(functionBlock('greet', 'return "hello " + <start.name>')));
    const program = `import { SluiceClient } from '@sluice/client';
import { fileAt } from '@sluice/client/node';
const sluice = new SluiceClient({ baseUrl: process.argv[2], apiKey: process.argv[3] });
const { output } = await sluice.execute(process.argv[4], { name: 'Ada' });
console.log(JSON.stringify([output.result, (await fileAt('program.mjs')).name]));`;
    await writeFile(join(folder, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, ['program.mjs', server.url, server.first.apiKey, greet], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(['hello Ada', 'program.mjs']);
  });
});

describe('the package of the Python client', () => {
  it('holds the client, the mark that it is typed, a readme and the license', async () => {
    const source = join(folder, 'python');
    await cp(join(clients, 'python'), source, { recursive: true });
    // Building needs what every Python for developers has; one without it can still use the client.
    const hasTools = await run('python3', ['-c', 'import setuptools']).then(
      () => true,
      () => false,
    );
    if (!hasTools) return console.warn('Skipped: python3 has no setuptools');
    await run('python3', ['-c', 'from setuptools import build_meta; build_meta.build_sdist("dist")'], { cwd: source });
    const { stdout } = await run('sh', ['-c', 'tar tzf dist/*.tar.gz'], { cwd: source });
    const contents = stdout.split('\n').map((path) => path.replace(/^[^/]*\//, ''));
    const wanted = [
      'LICENSE',
      'README.md',
      'pyproject.toml',
      'src/sluice/py.typed',
      'src/sluice/client.py',
      'src/sluice/generated/types.py',
    ];
    expect(contents).toEqual(expect.arrayContaining(wanted));
    expect(contents.filter((path) => path.startsWith('tests/'))).toEqual([]);
  });
});
