import { UniqueConflict } from '#ledger/events/event-store.js';
import { conflict } from '#kernel/errors.js';

/** Turns a violation of the unique rule on names into DUPLICATE_NAME. Other errors are returned unchanged. */
export function nameConflict(error: unknown, name: string | undefined): unknown {
  const isTaken = error instanceof UniqueConflict && error.constraint === 'knowledge_base_name';
  if (!isTaken) return error;
  return conflict('DUPLICATE_NAME', `A knowledge base named "${name}" already exists in this workspace. Choose another name`);
}
