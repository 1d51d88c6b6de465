import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a program in a folder of the project. @returns what it prints; throws when it fails */
export function run(program: string, args: readonly string[], folder = '.'): string {
  return execFileSync(program, args, { cwd: `${root}${folder}`, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
