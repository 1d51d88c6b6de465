import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

const intro = 'Server, database and load generator share the machine.\nMade by `npm run bench -- --write`; trust ratios, not absolutes.';

/** Puts sections in the place of those with the same title; the others stay as they were measured. */
export async function writeResults(file: string, machine: string, sections: readonly string[]): Promise<void> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  const [, ...known] = text.split(/^(?=## )/m);
  const all = new Map(known.map((section) => [titleOf(section), section.trim()]));
  for (const section of sections) all.set(titleOf(section), `${section.trim()}\n\n*${machine}*`);
  await writeFile(file, `# Measured\n\n${intro}\n\n${[...all.values()].join('\n\n')}\n`);
}

function titleOf(section: string): string {
  return section.split('\n', 1)[0]?.trim() ?? '';
}
