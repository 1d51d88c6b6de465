import type { Tool } from '@modelcontextprotocol/client';

/** Whether the server says that a repeated call does nothing more. */
export function isIdempotent({ annotations }: Tool): boolean {
  return annotations?.idempotentHint === true || annotations?.readOnlyHint === true;
}
