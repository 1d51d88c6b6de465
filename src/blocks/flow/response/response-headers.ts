const names = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible ASCII, blanks, tabs and Latin-1. A line break would begin another header. */
const values = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that control the connection, the session or the protection of browsers; only the server sets them. */
const refused: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const refusedPrefixes: readonly string[] = ['proxy-', 'access-control-'];

/** Why a workflow must not set this header; null when it may. */
export function headerNameFault(name: string): string | null {
  if (!names.test(name)) return 'is not a header name';
  const lower = name.toLowerCase();
  return refused.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix)) ? 'is set by the server alone' : null;
}

export function headerValueFault(value: string): string | null {
  return values.test(value) ? null : 'holds characters that no header can carry';
}
