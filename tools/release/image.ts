import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { imageOf, type Image } from './dockerfile.js';
import { root } from './run.js';
import { freePort, ready } from './trial.js';

/** Folders of the machine that take the place of the base image. */
const base = ['bin', 'lib', 'lib64', 'sbin', 'usr'];

/**
 * Starts the last stage of the Dockerfile without a container engine: its files are assembled in a folder, with the programs of this machine as
 * the base image, and started as process 1 in namespaces, read-only and as the user of the image. A run that is active at SIGTERM must end with its
 * result, and the process with 0.
 * @returns what was seen, or why it was not tried
 */
export async function tryImage(nodeModules: string, node: string, parent: string, key: string): Promise<string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'not tried       the image: needs Linux and root';
  const image = imageOf(readFileSync(`${root}Dockerfile`, 'utf8'));
  const folder = assemble(image, node, parent);
  const port = await freePort();
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', startScript(image, folder, nodeModules)], {
    env: { ...image.env, HOME: '/', PORT: String(port), SLUICE_BOOTSTRAP_API_KEY: key, SLUICE_LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready(`${url}/health/ready`, () => child.exitCode === null);
    const execute = await deployLive(url, key, join(nodeModules, '@sluice/server/examples/live/workflow.json'));
    const active = execute();
    await delay(400);
    process.kill(firstChildOf(child.pid ?? 0), 'SIGTERM');
    const answer = await active;
    const [code] = (await ended) as [number | null];
    if (answer.status !== 200) throw new Error(`a run that was active at SIGTERM answered ${answer.status} ${await answer.text()}`);
    if (code !== 0) throw new Error(`it ended with ${code} after SIGTERM`);
    return `started         the image (${image.user}, read-only root); an example runs, and SIGTERM lets it end`;
  } catch (error) {
    throw new Error(`The image does not work: ${(error as Error).message}\n${output.slice(-4000)}`, { cause: error });
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
  }
}

/** What the last stage of the Dockerfile copies and makes. */
function assemble(image: Image, node: string, parent: string): string {
  const folder = join(parent, 'image');
  for (const path of [...base, 'proc', 'dev', 'tmp', 'etc', 'node', 'opt/sluice/node_modules', image.workdir.slice(1)])
    mkdirSync(join(folder, path), { recursive: true });
  const [uid = 0, gid = 0] = image.user.split(':').map(Number);
  writeFileSync(join(folder, 'etc/passwd'), `root:x:0:0::/:/bin/sh\nsluice:x:${uid}:${gid}::${image.workdir}:/usr/sbin/nologin\n`);
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nsluice:x:${gid}:\n`);
  copyFileSync('/etc/hosts', join(folder, 'etc/hosts'));
  copyFileSync(node, join(folder, 'node/node'));
  chownSync(join(folder, image.workdir), uid, gid);
  execFileSync('chmod', ['755', join(folder, 'node/node')]);
  return folder;
}

/** Everything but the data and /tmp is read-only. The shell ends as the server: the server is process 1. */
function startScript(image: Image, folder: string, nodeModules: string): string {
  const [uid = '', gid = ''] = image.user.split(':');
  const readOnly = (from: string, to: string): string => `mount --rbind ${from} ${folder}/${to}; mount -o remount,ro,bind ${folder}/${to}`;
  return [
    'mount --make-rprivate /',
    `mount --bind ${folder} ${folder}`,
    ...base.map((path) => readOnly(`/${path}`, path)),
    readOnly(nodeModules, 'opt/sluice/node_modules'),
    `mount -t proc proc ${folder}/proc`,
    `mount --rbind /dev ${folder}/dev`,
    `mount -t tmpfs tmpfs ${folder}/tmp`,
    `mount --bind ${folder}${image.workdir} ${folder}${image.workdir}`,
    `mount -o remount,ro,bind ${folder}`,
    `cd ${folder}`,
    'if touch opt/written 2> /dev/null; then echo The root is not read-only >&2; exit 1; fi',
    `export PATH=/node:$PATH`,
    `exec chroot --userspec=${uid}:${gid} ${folder} ${[...image.entrypoint, ...image.command].join(' ')}`,
  ].join('\n');
}

function firstChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** Deploys the example that takes a second. @returns a function that runs it */
async function deployLive(url: string, key: string, document: string): Promise<() => Promise<Response>> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const send = async (path: string, body: object): Promise<{ data: { id: string } }> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answers ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: { id: string } };
  };
  const list = (await (await fetch(`${url}/api/v1/workspaces`, { headers })).json()) as { data: { id: string }[] };
  const workflow = JSON.parse(readFileSync(document, 'utf8')) as object;
  const { data } = await send('/api/v1/workflows/import', { workspaceId: list.data[0]?.id, workflow });
  await send(`/api/v1/workflows/${data.id}/deploy`, {});
  return () =>
    fetch(`${url}/api/workflows/${data.id}/execute`, { method: 'POST', headers, body: JSON.stringify({ words: ['kept', 'promise'] }) });
}
