/** What a log shows of an error. Further properties are left out: errors of the database driver carry parameters and rows in them. */
export function harmless(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { name: error.name, message: error.message, stack: error.stack, code, constraint, cause };
}
