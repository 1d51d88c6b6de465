const names = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible ASCII, blanks, tabs and Latin-1. A line break would begin another header. */
const values = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that control the connection or the session; only the server sets them. */
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

/** Headers that protect browsers, lead them elsewhere, or state facts of the server: the id of the run, its rates. */
const reserved: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'content-security-policy-report-only',
  'document-policy',
  'expect-ct',
  'feature-policy',
  'idempotent-replayed',
  'link',
  'nel',
  'origin-agent-cluster',
  'permissions-policy',
  'public-key-pins',
  'referrer-policy',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'sourcemap',
  'strict-transport-security',
  'x-accel-buffering',
  'x-accel-redirect',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-execution-id',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-run-id',
  'x-sendfile',
  'x-xss-protection',
]);
const reservedPrefixes: readonly string[] = ['cross-origin-', 'ratelimit', 'x-ratelimit-'];

/** Why a workflow must not set this header; null when it may. */
export function headerNameFault(name: string): string | null {
  if (!names.test(name)) return 'is not a header name';
  return isAmong(name, refused, refusedPrefixes) || isReserved(name) ? 'is set by the server alone' : null;
}

/** Whether the value of the server is sent in place of that of the workflow. */
export function isReserved(name: string): boolean {
  return isAmong(name, reserved, reservedPrefixes);
}

function isAmong(name: string, headers: ReadonlySet<string>, prefixes: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return headers.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
}

export function headerValueFault(value: string): string | null {
  return values.test(value) ? null : 'holds characters that no header can carry';
}
