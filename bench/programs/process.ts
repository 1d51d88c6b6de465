import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestBed, benchKey, startSubject } from '../support/bed.js';
import { drive } from '../support/load.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, oneFunction } from '../support/workflows.js';

/** Start-up and memory. */
export async function processFigures(): Promise<Section> {
  const rows = [...(await coldStarts()), ...(await memory())];
  return {
    title: 'Process',
    columns: ['', ''],
    rows,
    notes: ['Memory is the resident memory of the server and its sandbox processes, shared pages counted once, PostgreSQL apart.'],
  };
}

async function coldStarts(): Promise<(string | number)[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cold-'));
  await chmod(folder, 0o755);
  const times: number[] = [];
  for (let start = 0; start < 4; start += 1) {
    const subject = await startSubject('dist/bundle/main.js', { SLUICE_DATA_DIR: join(folder, 'data') });
    times.push(subject.startedInMs);
    await subject.stop();
  }
  await rm(folder, { recursive: true, force: true });
  const [first = 0, ...later] = times;
  return [
    ['first start, database made, to the first answer, ms', round(first)],
    ['later start, embedded database, to the first answer, ms', round(median(later))],
  ];
}

async function memory(): Promise<(string | number)[][]> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('memory');
    const url = `${server.url}/api/workflows/${await deploy(server, oneFunction)}/execute`;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const idle = usageOf(server.pid).memoryMb;
    const load = drive({ url, headers: { 'x-api-key': benchKey }, body: '{"n":1}', clients: 64, seconds: 20 });
    let most = 0;
    const sampler = setInterval(() => (most = Math.max(most, usageOf(server.pid).memoryMb)), 500);
    await load;
    clearInterval(sampler);
    return [
      ['memory idle, MB', round(idle)],
      ['memory under load (64 clients, function block), most, MB', round(most)],
    ];
  } finally {
    await bed.close();
  }
}
