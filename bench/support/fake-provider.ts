import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';

/** The test provider of models in a separate process. */
export interface BenchProvider {
  readonly url: string;
  readonly pid: number;
  /** The requests that it received, without those of former measurements. */
  requests(): Promise<readonly SeenRequest[]>;
  forget(): Promise<void>;
  stop(): void;
}

/** A streamed answer, and when each of its pieces was sent. */
export interface SeenRequest {
  /** The request as it came. */
  readonly body: unknown;
  readonly state: string;
  readonly endedAt: string | null;
  readonly sentAtMs: readonly number[];
}

/** Most calls at once of the servers that use it. */
const concurrency = 512;

export async function startProvider(): Promise<BenchProvider> {
  const child = spawn(process.execPath, ['bin/sluice.cjs', 'models', 'fake', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const piece of child.stdout) {
    text += String(piece);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (url !== undefined) return { url, pid: child.pid ?? 0, ...reportsOf(url), stop: () => child.kill() };
  }
  throw new Error(`The test provider did not start: ${text}`);
}

function reportsOf(url: string): Pick<BenchProvider, 'requests' | 'forget'> {
  const list = async <Row>(name: string): Promise<readonly Row[]> =>
    ((await (await fetch(`${url}/_fake/${name}`)).json()) as { readonly data: readonly Row[] }).data;
  return {
    requests: async () => {
      const times = new Map((await list<{ number: number; sentAtMs: number[] }>('pieces')).map((each) => [each.number, each.sentAtMs]));
      const requests = await list<SeenRequest & { readonly number: number }>('requests');
      return requests.map((each) => ({ ...each, sentAtMs: times.get(each.number) ?? [] }));
    },
    forget: async () => void (await fetch(`${url}/_fake`, { method: 'DELETE' })),
  };
}

/** Writes the file by which a server uses the provider as `fake`. @returns the setting */
export async function modelsFileIn(folder: string, { url }: Pick<BenchProvider, 'url'>): Promise<{ readonly SLUICE_MODELS_FILE: string }> {
  const file = join(folder, 'models.json');
  const provider = { id: 'fake', kind: 'openai-compatible', baseUrl: `${url}/v1`, allowPrivate: true, anyModel: true, concurrency };
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  return { SLUICE_MODELS_FILE: file };
}
