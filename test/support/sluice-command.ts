import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from './child-environment.js';

export interface EndedCommand {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the compiled command in a separate process that receives only this environment. */
export async function runSluice(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<EndedCommand> {
  const child = spawn(process.execPath, ['dist/bundle/main.js', ...args], { env: { ...childEnvironment, ...env } });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
}
