import { composeCommand, type CommandParts } from '#app/compose-command.js';
import { readConfig } from '../read-config.js';

/** Runs `work` on the configured database, and closes it in any case. */
export async function withStorage<Result>(work: (parts: CommandParts) => Promise<Result>): Promise<Result> {
  const parts = await composeCommand(readConfig());
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}
