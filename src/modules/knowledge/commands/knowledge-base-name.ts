import { UniqueConflict } from '#ledger/events/event-store.js';
import { conflict } from '#kernel/errors.js';

/** Tells a taken name from everything else that may go wrong while a knowledge base is written. */
export function nameConflict(error: unknown, name: string | undefined): unknown {
  const isTaken = error instanceof UniqueConflict && error.constraint === 'knowledge_base_name';
  if (!isTaken) return error;
  return conflict('DUPLICATE_NAME', `A knowledge base named "${name}" already exists in this workspace. Choose another name`);
}
