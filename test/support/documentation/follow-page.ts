import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from './page-blocks.js';
import { PageShell, type Ran } from './page-shell.js';
import { isShown } from './shown-output.js';

const patienceMs = 30_000;
const againAfterMs = 100;

/**
 * Does what a page says, step after step in one shell, as a reader would.
 * @returns what was otherwise than the page says; a step that fails ends the page
 */
export async function followPage(steps: readonly Step[], folder: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const place = await mkdtemp(join(folder, '.page-'));
  const shell = new PageShell(place, { cwd: folder, env });
  try {
    const problems: string[] = [];
    for (const [index, step] of steps.entries()) {
      const ran = await runStep(shell, step, await commandOf(step, join(place, `program-${index}`)));
      problems.push(...problemsOf(step, ran));
      if (ran.ended !== undefined) break;
    }
    return problems;
  } finally {
    shell.end();
  }
}

/** What comes a moment later is asked for again. */
async function runStep(shell: PageShell, step: Step, commands: string): Promise<Ran> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const ran = await shell.run(commands);
    if (!step.eventually || ran.ended !== undefined || isAsShown(step, ran) || Date.now() > giveUpAt) return ran;
    await pause(againAfterMs);
  }
}

async function commandOf({ kind, text, path, fails }: Step, program: string): Promise<string> {
  if (kind === 'sh') return fails ? `if (\n${text}\n); then exit 97; fi` : text;
  if (kind === 'file') return `cat > '${path}' <<'END OF THE FILE'\n${text}END OF THE FILE`;
  const file = `${program}.${kind === 'ts' ? 'mts' : 'py'}`;
  await writeFile(file, text);
  return `${kind === 'ts' ? 'node' : 'python3'} '${file}'`;
}

function problemsOf(step: Step, ran: Ran): string[] {
  const failures = ran.ended === undefined ? [] : [`line ${step.line} ended with ${ran.ended.code}\n${ran.printed}\n${ran.ended.errors}`];
  if (isAsShown(step, ran)) return failures;
  return [...failures, `line ${step.shown?.line} shows\n${step.shown?.text}\nand this was printed\n${ran.printed}`];
}

function isAsShown({ shown }: Step, { printed }: Ran): boolean {
  return shown === undefined || isShown(shown.text, printed);
}
