import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from './page-blocks.js';
import { isShown } from './shown-output.js';

const mark = '\u001e';
const longestMs = 120_000;

/**
 * Does what a page says, step after step in one shell, as a reader would.
 * @returns what was otherwise than the page says; a step that fails ends the page
 */
export async function followPage(steps: readonly Step[], folder: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const place = await mkdtemp(join(folder, '.page-'));
  const script = ['set -eu'];
  for (const [index, step] of steps.entries()) script.push(`printf '${mark}${index}${mark}'`, await commandOf(step, index, place));
  await writeFile(join(place, 'page.sh'), `${script.join('\n')}\n`);
  const { code, stdout, stderr } = await shell(join(place, 'page.sh'), folder, env);
  const printed = new Map(
    stdout
      .split(new RegExp(`${mark}(?=\\d+${mark})`))
      .slice(1)
      .map((part) => split(part)),
  );
  const problems = steps.flatMap((step, index) => differenceOf(step, printed.get(index)));
  if (code === 0 && printed.size === steps.length) return problems;
  const last = steps[printed.size - 1];
  return [...problems, `line ${last?.line}: ended with ${code}\n${printed.get(printed.size - 1) ?? ''}\n${stderr}`];
}

function split(part: string): [number, string] {
  const end = part.indexOf(mark);
  return [Number(part.slice(0, end)), part.slice(end + 1)];
}

async function commandOf(step: Step, index: number, place: string): Promise<string> {
  const { kind, text, path, fails } = step;
  if (kind === 'sh') return fails ? `if (\n${text}\n); then exit 97; fi` : text;
  if (kind === 'file') return `cat > '${path}' <<'END OF THE FILE'\n${text}END OF THE FILE`;
  const program = join(place, kind === 'ts' ? `${index}.mts` : `${index}.py`);
  await writeFile(program, text);
  return `${kind === 'ts' ? 'node' : 'python3'} '${program}'`;
}

async function shell(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn('sh', [script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: longestMs });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

function differenceOf({ shown }: Step, printed: string | undefined): string[] {
  if (shown === undefined || printed === undefined || isShown(shown.text, printed)) return [];
  return [`line ${shown.line} shows\n${shown.text}\nand this was printed\n${printed}`];
}
