import { request } from 'node:http';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { hostileInputs, type HostileInput } from '../support/hostile-inputs.js';
import { Pinger, type Pings } from '../support/pinger.js';
import type { Section } from '../support/report.js';
import { round } from '../support/statistics.js';
import { deploy } from '../support/workflows.js';

const mostSeconds = 20;
const targetMs = 100;
const calmMs = 5_000;

/** How long /health/live takes while one hostile input after the other is at work, and whether the server survives. */
export async function hostile({ only }: { readonly only: string }): Promise<Section> {
  const bed = await TestBed.open();
  const rows: (string | number)[][] = [];
  try {
    let server = await freshServer(bed, rows.length);
    const calm = await calmPings(server);
    rows.push(['nothing', '', round(calm.p99Ms), round(calm.mostMs), '', '', calmMs / 1000, 'yes']);
    const wanted = only.split('|');
    for (const input of hostileInputs.filter(({ name }) => wanted.some((part) => name.includes(part)))) {
      process.stderr.write(`  ${input.name} `);
      const { row, isAlive } = await rowOf(server, input);
      process.stderr.write(`${row.slice(1).join(' ')}\n`);
      rows.push(row);
      // What had no answer is still at work, and a new process on its database would continue it: the next input must not pay for it.
      if (!isAlive || row.some((cell) => String(cell).includes('none in'))) {
        await server.stop();
        server = await freshServer(bed, rows.length);
      }
    }
  } finally {
    await bed.close();
  }
  const missed = rows.filter(([, , p99]) => Number(p99) > targetMs).length;
  return {
    title: 'Hostile inputs',
    columns: ['Input', 'answers', 'live p99 ms', 'live max ms', 'stalls', 'their processor ms', 'seconds', 'survived'],
    rows,
    notes: [
      `Another process asks \`GET /health/live\` every 10 ms while the input is at work, for at most ${mostSeconds} s. Target: p99 ≤ ${targetMs} ms; missed by ${missed} of ${rows.length}. *Stalls* are those above 100 ms that the server has measured and in which its own thread used the processor (\`sluice_stalls_total\`), with their processor time in all.`,
    ],
  };
}

/** A server with secrets, on a new database: with secrets the events of all runs are masked. */
async function freshServer(bed: TestBed, number: number): Promise<Subject> {
  const server = await bed.server(`hostile_${number}`);
  const variables = { ERP_TOKEN: 'a-token-of-the-bench', MAIL_PASSWORD: 'another-secret-of-it' };
  const { status } = await server.call('PUT', `/api/v1/workspaces/${await workspaceOf(server)}/environment`, { variables });
  if (status !== 200) throw new Error(`The secrets were refused with ${status}`);
  return server;
}

/** What a ping takes on this machine at this time while the server does nothing. */
async function calmPings(server: Subject): Promise<Pings> {
  const pinger = await Pinger.start(`${server.url}/health/live`);
  await new Promise((resolve) => setTimeout(resolve, calmMs));
  const pings = await pinger.take();
  pinger.stop();
  return pings;
}

async function rowOf(server: Subject, input: HostileInput): Promise<{ row: (string | number)[]; isAlive: boolean }> {
  const path = await pathOf(server, input);
  if (path === undefined) return { row: [input.name, 'refused at the deployment', '', '', '', '', '', 'yes'], isAlive: true };
  const body = input.body().replace('{workspace}', await workspaceOf(server));
  // To make the body takes long: the server may have closed the connection meanwhile.
  const stallsBefore = await stallsOf(server).catch(() => stallsOf(server));
  const pinger = await Pinger.start(`${server.url}/health/live`);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: input.atOnce ?? 1 }, () => send(`${server.url}${path}`, input.method ?? 'POST', body)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  // What follows from the input, such as views of a large event.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const pings = await pinger.take();
  pinger.stop();
  const stallsAfter = await stallsOf(server).catch(() => undefined);
  const isAlive = stallsAfter !== undefined;
  const counted = [...new Set(answers)].map((answer) => `${answers.filter((each) => each === answer).length} × ${answer}`).join(', ');
  const stalls = isAlive ? [stallsAfter.count - stallsBefore.count, round((stallsAfter.seconds - stallsBefore.seconds) * 1000)] : ['', ''];
  const row = [input.name, counted, round(pings.p99Ms), round(pings.mostMs), ...stalls, round(seconds, 1), isAlive ? 'yes' : '**no**'];
  return { row, isAlive };
}

async function pathOf(server: Subject, { workflow, path }: HostileInput): Promise<string | undefined> {
  if (path !== undefined) return path;
  const id = await deploy(server, workflow).catch(() => undefined);
  return id === undefined ? undefined : `/api/workflows/${id}/execute`;
}

async function workspaceOf(server: Subject): Promise<string> {
  const { body } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  return body.data[0]?.id ?? '';
}

/** The stalls so far that the work of the server explains. */
async function stallsOf(server: Subject): Promise<{ readonly count: number; readonly seconds: number }> {
  const text = await (await fetch(`${server.url}/metrics`, { signal: AbortSignal.timeout(30_000) })).text();
  const lines = text.split('\n').filter((line) => !line.includes('kind="processor"'));
  const sum = (name: string): number =>
    lines.filter((line) => line.startsWith(`${name}{`)).reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
  return { count: sum('sluice_stalls_total'), seconds: sum('sluice_stall_cpu_seconds_total') };
}

/** @returns the status, or why there is none */
function send(url: string, method: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'x-api-key': benchKey, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, headers, signal: AbortSignal.timeout(mostSeconds * 1000) }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', () => resolve('cut'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.name === 'AbortError' ? `none in ${mostSeconds} s` : (error.code ?? error.name)),
    );
    sent.end(body);
  });
}
