import { resolve } from 'node:path';
import { addressProblem } from '#kernel/models/provider-problems.js';
import { parseAllowList } from '#world/outbound/address-policy.js';
import { readDatabaseUrl, readDatabaseUrls } from './database-url.js';
import { readExports } from './files/exports-file.js';
import { readOidc } from './files/oidc-file.js';
import { readPlans } from './files/plans-file.js';
import { readProxies } from './proxy-addresses.js';

/** How one environment variable is read. `parse` throws an Error whose message completes "NAME …". */
export interface Variable<T> {
  readonly name: string;
  readonly help: string;
  /** The default value, as a user would write it. */
  readonly fallback?: string;
  readonly secret?: boolean;
  readonly parse: (text: string) => T;
}

const text = (value: string): string => value;

function integer(min: number, max: number): (text: string) => number {
  return (value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) throw new Error(`must be a whole number from ${min} to ${max}`);
    return Number(value);
  };
}

function decimal(min: number, max: number): (text: string) => number {
  return (value) => {
    if (!/^\d+(\.\d+)?$/.test(value) || Number(value) < min || Number(value) > max)
      throw new Error(`must be a number from ${min} to ${max}`);
    return Number(value);
  };
}

function oneOf<const T extends string>(...choices: readonly T[]): (text: string) => T {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

function url(...protocols: readonly string[]): (text: string) => string {
  return (value) => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    }
    return value.replace(/\/+$/, '');
  };
}

function mailServer(value: string): string {
  const address = url('smtp:', 'smtps:')(value);
  if (!isEncoded(new URL(address)))
    throw new Error('must have % in its name and password as %25, and other special characters encoded in the same way');
  return address;
}

/** Paths of routes are appended to it, and people who see a link see all of it. */
function publicAddress(value: string): string {
  const address = url('http:', 'https:')(value);
  const { username, password, search, hash } = new URL(address);
  if ([username, password, search, hash].some((part) => part !== '') || /[?#]/.test(address))
    throw new Error('must be an address without user, password, query and fragment');
  return address;
}

function databaseUrl(value: string): string {
  readDatabaseUrl(value);
  return value.replace(/\/+$/, '');
}

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

/** The number of a database is accepted, as programs write it. Channels do not belong to one. */
function signalsServer(value: string): string {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  const isServer = /^(redis|valkey)s?:$/.test(address?.protocol ?? '') && address?.hostname !== '';
  if (
    address === undefined ||
    !isServer ||
    !/^\/?\d*$/.test(address.pathname) ||
    address.search !== '' ||
    address.hash !== '' ||
    !isEncoded(address)
  )
    throw new Error(
      'must be the address of a Redis or Valkey server, such as redis://host:6379, or rediss://name:password@host:6379 with TLS',
    );
  return value;
}

const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function durationMs(value: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(value);
  if (match === null) throw new Error('must be a duration such as 500ms, 30s, 5m, 2h or 7d');
  return Number(match[1]) * unitsMs[match[2] as keyof typeof unitsMs];
}

/** Durations from `least` to `most`, as a user would write them. */
function duration(least: string, most: string): (text: string) => number {
  const [min, max] = [durationMs(least), durationMs(most)];
  return (value) => {
    const ms = durationMs(value);
    if (ms < min || ms > max) throw new Error(`must be a duration from ${least} to ${most}`);
    return ms;
  };
}

const lifetimeMs = duration('1m', '365d');

/** Below the longest timer of the platform, which ends runs. */
const runLimitMs = duration('1ms', '24d');

function matching(pattern: RegExp, expected: string): (text: string) => string {
  return (value) => {
    if (!pattern.test(value)) throw new Error(`must be ${expected}`);
    return value;
  };
}

const providerKey = matching(/^\S{1,500}$/, '1 to 500 characters without space');

const hexKey = /^[0-9a-f]{64}$/i;

function encryptionKeys(value: string): readonly string[] {
  const keys = list(value);
  if (!keys.every((key) => hexKey.test(key))) throw new Error('must be a list of 64 hexadecimal digits each, separated by commas');
  return keys;
}

function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Values may contain percent-encoded bytes, as in the variables of OpenTelemetry. */
function headerList(value: string): Readonly<Record<string, string>> {
  const pairs = list(value).map((entry) => /^([A-Za-z0-9-]+)=([\x20-\x7e]*)$/.exec(entry));
  if (pairs.includes(null)) throw new Error('must be a list of name=value, separated by commas');
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? '', decodeURIComponent(pair?.[2] ?? '')]));
  } catch {
    throw new Error('must have a valid percent-encoding');
  }
}

function hostNames(value: string): readonly string[] {
  const entries = list(value.toLowerCase());
  const bad = entries.filter((name) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name));
  if (bad.length > 0) throw new Error(`has bad entries: ${bad.join(', ')}; name hosts without a port, such as sluice.internal`);
  return entries;
}

function allowList(value: string): readonly string[] {
  const entries = list(value);
  const { problems } = parseAllowList(entries);
  if (problems.length > 0) throw new Error(`has bad entries: ${problems.join('; ')}`);
  return entries;
}

function processNumber(value: string): number {
  if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > 64) throw new Error('must be auto or a whole number from 1 to 64');
  return Number(value);
}

/** Every variable that the server reads, in the order in which `--help` and `.env.example` show them. */
export const variables = {
  port: { name: 'PORT', help: 'TCP port of the HTTP server', fallback: '3000', parse: integer(0, 65_535) },
  host: { name: 'SLUICE_HOST', help: 'Address to listen on', fallback: '0.0.0.0', parse: text },
  baseUrl: {
    name: 'SLUICE_BASE_URL',
    help: 'Public address, used in links, without user, password and query. Default: http://localhost:PORT',
    parse: publicAddress,
  },
  role: {
    name: 'SLUICE_ROLE',
    help: 'Role of this process: api answers requests, worker runs jobs, follower keeps views and the audit log, all does everything. A worker follows as well while no follower does.',
    fallback: 'all',
    parse: oneOf('all', 'api', 'worker', 'follower'),
  },
  processes: {
    name: 'SLUICE_PROCESSES',
    help: 'Processes of this server on one port: a number, or auto, which is 1 on one or two cores and with another role than all, otherwise the number of cores less one, 8 at most, as far as the database has connections',
    fallback: 'auto',
    parse: (value) => (value === 'auto' ? 'auto' : processNumber(value)),
  },
  dataDir: {
    name: 'SLUICE_DATA_DIR',
    help: 'Folder of the embedded database and of generated keys. Default: ./.sluice, or a folder below /var/lib/sluice when root starts in a folder that other users cannot enter.',
    parse: (path) => resolve(path),
  },
  filesDir: {
    name: 'SLUICE_FILES_DIR',
    help: 'Folder of stored files, the same for all processes. Default: files in SLUICE_DATA_DIR, or in ./.sluice. Not used with SLUICE_S3_BUCKET.',
    parse: (path) => resolve(path),
  },
  s3Bucket: {
    name: 'SLUICE_S3_BUCKET',
    help: 'Bucket of stored files and of large values of runs. Default: none, files are stored in SLUICE_FILES_DIR.',
    parse: text,
  },
  s3Endpoint: {
    name: 'SLUICE_S3_ENDPOINT',
    help: 'Address of an S3-compatible server, with path-style access to buckets. Default: Amazon S3',
    parse: url('http:', 'https:'),
  },
  s3Region: { name: 'SLUICE_S3_REGION', help: 'Region of the bucket', fallback: 'us-east-1', parse: text },
  s3AccessKeyId: {
    name: 'SLUICE_S3_ACCESS_KEY_ID',
    help: 'Access key id for the bucket. Default: the standard AWS credential chain.',
    parse: text,
  },
  s3SecretAccessKey: {
    name: 'SLUICE_S3_SECRET_ACCESS_KEY',
    help: 'Secret access key of SLUICE_S3_ACCESS_KEY_ID',
    secret: true,
    parse: matching(/^\S{1,200}$/, '1 to 200 characters without space'),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    help: 'Address of a PostgreSQL 16 or newer, or of a primary and its standbys as postgresql://user:password@host:port,host:port/database: the one that takes writes is used. Default: an embedded PostgreSQL in SLUICE_DATA_DIR.',
    secret: true,
    parse: databaseUrl,
  },
  databaseReadUrls: {
    name: 'DATABASE_READ_URL',
    help: 'Comma-separated addresses of standbys of DATABASE_URL that answer lists, logs, usage and the audit log. Default: none, the primary answers them.',
    fallback: '',
    secret: true,
    parse: (value) => (value === '' ? [] : readDatabaseUrls(value)),
  },
  databasePool: {
    name: 'SLUICE_DATABASE_POOL',
    help: 'Maximum number of database connections for reads',
    fallback: '15',
    parse: integer(2, 500),
  },
  databaseWaitMs: {
    name: 'SLUICE_DATABASE_WAIT',
    help: 'How long a start waits for a database that is starting or cannot be reached yet, up to 1d',
    fallback: '60s',
    parse: duration('0s', '1d'),
  },
  signalsUrl: {
    name: 'SLUICE_SIGNALS_URL',
    help: 'Redis or Valkey server that carries wake-ups, cancellations and news of streams between processes, such as redis://localhost:6379. Default: none, PostgreSQL carries them.',
    secret: true,
    parse: signalsServer,
  },
  encryptionKey: {
    name: 'SLUICE_ENCRYPTION_KEY',
    help: '64 hexadecimal digits that encrypt stored secrets (openssl rand -hex 32). Required with DATABASE_URL; generated for the embedded database.',
    secret: true,
    parse: matching(hexKey, '64 hexadecimal digits, for example from: openssl rand -hex 32'),
  },
  formerEncryptionKeys: {
    name: 'SLUICE_ENCRYPTION_KEY_PREVIOUS',
    help: 'Comma-separated former encryption keys that can still decrypt. The command keys rotate-encryption encrypts their secrets with the present key.',
    fallback: '',
    secret: true,
    parse: encryptionKeys,
  },
  bootstrapEmail: {
    name: 'SLUICE_BOOTSTRAP_EMAIL',
    help: 'E-mail address of the first user',
    fallback: 'owner@localhost',
    parse: matching(/^[^\s@]{1,64}@[^\s@]{1,190}$/, 'an e-mail address'),
  },
  bootstrapApiKey: {
    name: 'SLUICE_BOOTSTRAP_API_KEY',
    help: 'Value of the first API key instead of a generated one: sk-sluice- and at least 32 of A-Z a-z 0-9 _ -',
    secret: true,
    parse: matching(/^sk-sluice-[A-Za-z0-9_-]{32,200}$/, 'sk-sluice- followed by 32 to 200 of A-Z a-z 0-9 _ -'),
  },
  sessionIdleMs: {
    name: 'SLUICE_SESSION_IDLE',
    help: 'How long a session of the browser may rest before it ends, from 1m to 365d',
    fallback: '12h',
    parse: lifetimeMs,
  },
  sessionLifetimeMs: {
    name: 'SLUICE_SESSION_LIFETIME',
    help: 'How long a session of the browser lasts, from 1m to 365d, unless the person chose to stay signed in for 30 days',
    fallback: '7d',
    parse: lifetimeMs,
  },
  plainHttp: {
    name: 'SLUICE_PLAIN_HTTP',
    help: 'Whether people may sign in over HTTP without TLS at other addresses than localhost: refuse or allow',
    fallback: 'refuse',
    parse: oneOf('refuse', 'allow'),
  },
  oidcProviders: {
    name: 'SLUICE_OIDC_FILE',
    help: 'JSON file with the providers of OpenID Connect at which people sign in, see docs/operations.md. Default: none, people sign in with passwords.',
    parse: readOidc,
  },
  console: {
    name: 'SLUICE_CONSOLE',
    help: 'Whether the server serves the web console: on or off',
    fallback: 'on',
    parse: oneOf('on', 'off'),
  },
  outboundAllow: {
    name: 'SLUICE_OUTBOUND_ALLOW',
    help: 'Comma-separated private host names and CIDR ranges that workflows may reach',
    fallback: '',
    parse: allowList,
  },
  mcpAllowedHosts: {
    name: 'SLUICE_MCP_ALLOWED_HOSTS',
    help: 'Comma-separated host names under which MCP clients and web pages may reach MCP servers, beside that of SLUICE_BASE_URL',
    fallback: '',
    parse: hostNames,
  },
  mcpIssuer: {
    name: 'SLUICE_MCP_ISSUER',
    help: 'Issuer of the OAuth access tokens that MCP servers take beside API keys, such as https://login.example.com. Default: none, API keys only.',
    parse: url('http:', 'https:'),
  },
  smtpUrl: {
    name: 'SLUICE_SMTP_URL',
    help: 'Mail server, such as smtps://name:password@mail.example.com:465; smtp:// uses STARTTLS. Default: none, chats cannot ask for e-mail addresses.',
    secret: true,
    parse: mailServer,
  },
  smtpFrom: {
    name: 'SLUICE_SMTP_FROM',
    help: 'Sender of mail, such as Sluice <sluice@example.com>. Needed with SLUICE_SMTP_URL.',
    parse: matching(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'an e-mail address, or a name and <address>'),
  },
  metricsPort: {
    name: 'SLUICE_METRICS_PORT',
    help: 'TCP port, another one than PORT, that serves /metrics, and nothing else. PORT then does not serve it. Default: none, PORT serves it.',
    parse: integer(1, 65_535),
  },
  metricsToken: {
    name: 'SLUICE_METRICS_TOKEN',
    help: 'Token that /metrics requires: Authorization: Bearer <token>. Default: none, everybody who reaches the port can read the metrics.',
    secret: true,
    parse: matching(/^[\x21-\x7e]{16,200}$/, '16 to 200 visible ASCII characters'),
  },
  otlpUrl: {
    name: 'SLUICE_OTLP_URL',
    help: 'Receiver of OpenTelemetry over HTTP, such as http://localhost:4318, for traces of runs and metrics. Default: none, nothing is sent.',
    parse: url('http:', 'https:'),
  },
  otlpHeaders: {
    name: 'SLUICE_OTLP_HEADERS',
    help: 'Headers for the receiver: name=value, separated by commas',
    fallback: '',
    secret: true,
    parse: headerList,
  },
  otlpSample: {
    name: 'SLUICE_OTLP_SAMPLE',
    help: 'Part of the runs whose traces are sent, from 0 to 1. A caller that sends traceparent decides for its runs.',
    fallback: '1',
    parse: decimal(0, 1),
  },
  trustedProxies: {
    name: 'SLUICE_TRUSTED_PROXIES',
    help: 'Comma-separated addresses or CIDR ranges of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted',
    fallback: '',
    parse: (value) => readProxies(list(value)),
  },
  workerConcurrency: {
    name: 'SLUICE_WORKER_CONCURRENCY',
    help: 'Maximum number of jobs that one process runs at the same time',
    fallback: '64',
    parse: integer(1, 10_000),
  },
  sandboxProcesses: {
    name: 'SLUICE_SANDBOX_PROCESSES',
    help: 'Maximum number of sandbox processes for one workspace. All workspaces together use up to twice as many.',
    fallback: '2',
    parse: integer(1, 256),
  },
  sandboxMemoryMb: {
    name: 'SLUICE_SANDBOX_MEMORY_MB',
    help: 'Memory that one function may use, in MB',
    fallback: '64',
    parse: integer(8, 4096),
  },
  runMemoryMb: {
    name: 'SLUICE_RUN_MEMORY_MB',
    help: 'Data that one run may hold, in MB: outputs of blocks, results of loops and variables. A block whose output does not fit fails.',
    fallback: '64',
    parse: integer(16, 4096),
  },
  mostLoopPasses: {
    name: 'SLUICE_LOOP_PASSES',
    help: 'Maximum number of iterations of a while or doWhile loop. The loop stops there, even if its condition is still true.',
    fallback: '10000',
    parse: integer(1, 10_000_000),
  },
  invitationLifetimeMs: {
    name: 'SLUICE_INVITATION_LIFETIME',
    help: 'How long an invitation to an organization can be accepted, from 1m to 365d. An owner can send it again.',
    fallback: '7d',
    parse: lifetimeMs,
  },
  modelsFile: {
    name: 'SLUICE_MODELS_FILE',
    help: 'JSON file with the providers of language models, see docs/models.md. It is read again when it changes, and on SIGHUP.',
    parse: (path) => resolve(path),
  },
  openaiApiKey: {
    name: 'SLUICE_OPENAI_API_KEY',
    help: 'API key for OpenAI. It makes all models of OpenAI available, without a file.',
    secret: true,
    parse: providerKey,
  },
  anthropicApiKey: {
    name: 'SLUICE_ANTHROPIC_API_KEY',
    help: 'API key for Anthropic, likewise',
    secret: true,
    parse: providerKey,
  },
  googleApiKey: {
    name: 'SLUICE_GOOGLE_API_KEY',
    help: 'API key for Gemini of Google, likewise',
    secret: true,
    parse: providerKey,
  },
  ollamaUrl: {
    name: 'SLUICE_OLLAMA_URL',
    help: 'Address of Ollama, such as http://localhost:11434. It may be private, and makes all models of that server available.',
    parse: (value) => {
      const problem = addressProblem(value);
      if (problem !== undefined) throw new Error(problem);
      return value;
    },
  },
  embeddingsUrl: {
    name: 'SLUICE_EMBEDDINGS_URL',
    help: 'Address of an OpenAI-compatible API for embeddings, without /embeddings. Default: none, knowledge is searched by words only.',
    parse: url('http:', 'https:'),
  },
  embeddingsModel: {
    name: 'SLUICE_EMBEDDINGS_MODEL',
    help: 'Model of the embeddings. After a change, documents must be reprocessed to be found by meaning.',
    fallback: 'text-embedding-3-small',
    parse: text,
  },
  embeddingsPrice: {
    name: 'SLUICE_EMBEDDINGS_PRICE',
    help: 'Price of a million tokens of that model in US dollars, such as 0.02. Default: none, embeddings are not charged.',
    parse: decimal(0, 1000),
  },
  embeddingsApiKey: {
    name: 'SLUICE_EMBEDDINGS_API_KEY',
    help: 'API key for SLUICE_EMBEDDINGS_URL, if the API requires one',
    secret: true,
    parse: matching(/^\S{1,500}$/, '1 to 500 characters without space'),
  },
  plans: {
    name: 'SLUICE_PLANS_FILE',
    help: 'JSON file with custom plans and the name of the default plan. Default: the built-in plans, with selfhosted as the default plan.',
    parse: readPlans,
  },
  exports: {
    name: 'SLUICE_EXPORTS_FILE',
    help: 'JSON file with the receivers of continuous exports of logs and audit logs, see docs/exports.md',
    parse: readExports,
  },
  mostRequests: {
    name: 'SLUICE_MAX_REQUESTS',
    help: 'Maximum number of requests that one process handles at the same time. More are answered with 503 and Retry-After immediately.',
    fallback: '1000',
    parse: integer(1, 1_000_000),
  },
  mostAnonymous: {
    name: 'SLUICE_MAX_ANONYMOUS_REQUESTS',
    help: 'How many of SLUICE_MAX_REQUESTS may be requests to answer pages, which need no API key. More are answered with 503 and Retry-After.',
    fallback: '300',
    parse: integer(1, 1_000_000),
  },
  mostAnonymousOfAddress: {
    name: 'SLUICE_MAX_ANONYMOUS_REQUESTS_PER_ADDRESS',
    help: 'How many of them may come from one client address. Behind a proxy, set SLUICE_TRUSTED_PROXIES: otherwise all have the address of the proxy.',
    fallback: '100',
    parse: integer(1, 1_000_000),
  },
  bodyTimeoutMs: {
    name: 'SLUICE_BODY_TIMEOUT',
    help: 'How long a request body may take to arrive, up to 1d. Uploads of files and CSV may take longer, at SLUICE_BODY_RATE.',
    fallback: '30s',
    parse: duration('1ms', '1d'),
  },
  bodyRate: {
    name: 'SLUICE_BODY_RATE',
    help: 'Least rate at which a request body must arrive, in bytes a second over 10 s. A slower one is answered with 408.',
    fallback: '4096',
    parse: integer(1, 1_000_000),
  },
  syncTimeoutMs: { name: 'SLUICE_SYNC_TIMEOUT', help: 'Time limit of synchronous runs, up to 24d', fallback: '5m', parse: runLimitMs },
  asyncTimeoutMs: {
    name: 'SLUICE_ASYNC_TIMEOUT',
    help: 'Time limit of asynchronous runs, up to 24d. Callers on an enterprise plan may set a longer one.',
    fallback: '90m',
    parse: runLimitMs,
  },
  triggerFailureLimit: {
    name: 'SLUICE_TRIGGER_FAILURE_LIMIT',
    help: 'How many failed runs in a row disable a trigger, unless the trigger says otherwise; 0 disables none',
    fallback: '100',
    parse: integer(0, 1_000_000),
  },
  jobRetentionMs: {
    name: 'SLUICE_JOB_RETENTION',
    help: 'How long finished jobs are kept, from 1m to 3650d',
    fallback: '7d',
    parse: duration('1m', '3650d'),
  },
  drainNoticeMs: {
    name: 'SLUICE_DRAIN_NOTICE',
    help: 'How long a stopping process still accepts runs, up to 1d, so that a load balancer can notice that it is not ready',
    fallback: '1s',
    parse: duration('0s', '1d'),
  },
  drainTimeoutMs: {
    name: 'SLUICE_DRAIN_TIMEOUT',
    help: 'How long a stop waits for active work, up to 1d',
    fallback: '25s',
    parse: duration('0s', '1d'),
  },
  logLevel: {
    name: 'SLUICE_LOG_LEVEL',
    help: 'Lowest level that is logged',
    fallback: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  logFormat: {
    name: 'SLUICE_LOG_FORMAT',
    help: 'Form of log lines: json, text for people, or auto, which is text on a terminal and json elsewhere',
    fallback: 'auto',
    parse: oneOf('auto', 'json', 'text'),
  },
} satisfies Record<string, Variable<unknown>>;
