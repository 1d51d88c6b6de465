import type { MemoryMessage } from '#client';

/** A message in one line: who wrote it, and what. Results of tools and calls are JSON, files are their names. */
export function messageText({ role, content }: MemoryMessage): string {
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  return `${role}: ${parts
    .map(partText)
    .join(' ')
    .replaceAll(/\s*\n\s*/g, ' ')}`;
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part !== 'object' || part === null) return JSON.stringify(part);
  const { type, text, name, arguments: args, value } = part as Readonly<Record<string, unknown>>;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'file') return `[file ${String(name)}]`;
  if (type === 'tool-call') return `[calls ${String(name)} ${String(args)}]`;
  return `[${String(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}]`;
}
