import { readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.js';
import { processIdentity } from '../process-identity.js';

/**
 * Makes this process the only one that may start, adopt or stop the server of a data directory. An owner that
 * was killed (kill -9, power cut) is replaced; a live one is an error. @returns how to release the directory
 *
 * The record is a dangling symbolic link, because a link is created together with its content in one step.
 */
export function takeOwnership(dataDir: string): () => void {
  const file = join(dataDir, 'postgres.owner');
  const us = `${process.pid} ${processIdentity(process.pid)}`;
  while (!create(file, us)) {
    const owner = read(file);
    if (owner !== undefined && isAlive(owner)) throw inUse(dataDir, owner);
    if (owner !== undefined) removeStale(file, owner);
  }
  return () => {
    if (read(file) === us) unlinkSync(file);
  };
}

function removeStale(file: string, owner: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return; // another process was faster; the next read shows the present owner
  }
  // Between the read and the rename another process may have become the owner: its record is restored.
  const taken = read(aside);
  if (taken !== undefined && taken !== owner) create(file, taken);
  unlinkSync(aside);
}

function create(file: string, content: string): boolean {
  try {
    symlinkSync(content, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(owner: string): boolean {
  const [pid = '', ...identity] = owner.split(' ');
  return processIdentity(Number(pid)) === identity.join(' ');
}

function inUse(dataDir: string, owner: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `the data directory ${dataDir} is in use by another Sluice (process ${owner.split(' ')[0]}).`,
    'Stop that process first, or set SLUICE_DATA_DIR to another directory for this one.',
  );
}
