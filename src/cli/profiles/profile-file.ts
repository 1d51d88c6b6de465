import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commandName } from '#host/program/command-name.js';
import { CommandFailed } from '../failure.js';

/** A server with a key, as `sluice login` stored it. */
export interface Profile {
  readonly url: string;
  readonly apiKey: string;
  /** Id or name of the workspace that commands use; null: the only one that the key has access to. */
  readonly workspace: string | null;
}

/** The profiles of a user. */
export interface Profiles {
  /** Name of the profile that is used unless `--profile` names another one; null without profiles. */
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const none: Profiles = { current: null, profiles: {} };

/** Reads the profiles; none without the file. @throws CommandFailed when the file is damaged or cannot be read */
export function readProfiles(file: string): Profiles {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Profiles> | null;
    if (typeof read?.profiles !== 'object') throw new Error('it has no profiles');
    return { current: read.current ?? null, profiles: read.profiles };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return none;
    throw new CommandFailed(`The profiles in ${file} cannot be read: ${(error as Error).message}. Repair or delete the file.`, {
      cause: error,
    });
  }
}

/** Writes the profiles, readable by their owner only. The file is replaced as a whole. */
export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}

/** The profile with this name. @throws CommandFailed that lists the profiles */
export function profileNamed({ profiles }: Profiles, name: string): Profile {
  const found = Object.entries(profiles).find(([each]) => each === name)?.[1];
  if (found !== undefined) return found;
  const names = Object.keys(profiles);
  const known = names.length === 0 ? `There are no profiles: ${commandName} login <url> stores one.` : `Profiles: ${names.join(', ')}`;
  throw new CommandFailed(`No profile is named "${name}". ${known}`);
}
