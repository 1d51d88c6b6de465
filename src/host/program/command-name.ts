import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFile } from '../project-file.js';

const ownPackage = '@sluice/server';

/** How this program was started. */
export interface ProgramStart {
  /** Folder of the package. */
  readonly folder: string;
  /** Which command of npm has started it; undefined: none. */
  readonly npmCommand: string | undefined;
  /** What npx was asked to run, for a package in the cache of npx. */
  readonly asked?: readonly string[];
}

/**
 * What a person types in front of a command of this program, at the place where they started it: the package that npx has fetched, `npx sluice` in a checkout
 * and in a folder with an installation, `sluice` where npm was not used: in a container, an archive, a service or a global installation.
 */
export function commandNameOf({ folder, npmCommand, asked = [] }: ProgramStart): string {
  if (folder.includes('/_npx/')) return `npx ${quoted(asked.length === 1 ? asked[0] : undefined)}`;
  const isInstalled = folder.includes('/node_modules/');
  return isInstalled && npmCommand === undefined ? 'sluice' : 'npx sluice';
}

/** The same for this process. Messages that name a command of this program begin it with this. */
export const commandName = commandNameOf(presentStart());

function presentStart(): ProgramStart {
  const folder = fileURLToPath(projectFile(''));
  return { folder, npmCommand: process.env['npm_command'], asked: askedOfNpx(folder) };
}

/** npx records it beside the packages that it fetches. */
function askedOfNpx(folder: string): readonly string[] {
  if (!folder.includes('/_npx/')) return [];
  try {
    const manifest = JSON.parse(readFileSync(join(folder, '../../../package.json'), 'utf8')) as { _npx?: { packages?: readonly string[] } };
    return manifest._npx?.packages ?? [];
  } catch {
    return [];
  }
}

function quoted(text = ownPackage): string {
  return /^[\w@%+=:,./~^-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
