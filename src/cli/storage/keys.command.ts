import type { Command } from 'commander';
import { commandName } from '#host/program/command-name.js';
import type { RemoteServer } from '../remote/on-server.js';
import type { KeyRing } from '../remote/keys/key-ring.js';
import { jsonOption } from '../remote/options.js';
import { CommandFailed, exitCode, WrongUsage } from '../failure.js';
import { complain, print, printJson } from '../terminal.js';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage API keys of a server, and its encryption key');
  keys
    .command('rotate-encryption')
    .description('encrypt secrets of SLUICE_ENCRYPTION_KEY_PREVIOUS with the present key, beside running servers')
    .option('--force', 'also if a connected process does not have the present key, and so can verify no API key afterwards')
    .action(rotate);
  keys
    .command('recover')
    .description('create a personal API key in the database for an operator who has lost every key, beside running servers')
    .option('--email <address>', 'of the operator; optional when there is only one')
    .addOption(jsonOption())
    .action(recover);
  const command = (name: string): Command =>
    keys
      .command(name)
      .option('--workspace <id|name>', 'keys of this workspace instead of those of your user; SLUICE_WORKSPACE is ignored')
      .addOption(jsonOption());
  command('list').description('your own API keys').action(list);
  command('create')
    .description('create an API key and print its value once')
    .requiredOption('--name <name>', 'the name of the key')
    .option('--expires <when>', 'a date, or a time from now such as 90d or 12h; default: the expiry of the key in use')
    .option('--scope <scope>', 'read, write, admin, execute or logs; repeat for more; default: all', gathered)
    .action(create);
  command('revoke').description('revoke an API key immediately').argument('<key>', 'its id, its name, or its display key').action(revoke);
}

interface KeyOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

const scopes: readonly string[] = ['read', 'write', 'admin', 'execute', 'logs'];

function gathered(scope: string, former: readonly string[] = []): readonly string[] {
  if (!scopes.includes(scope)) throw new WrongUsage(`--scope is one of ${scopes.join(', ')}, got "${scope}"`);
  return [...former, scope];
}

async function list(options: KeyOptions): Promise<void> {
  const { tableText } = await import('../text/table-text.js');
  await onKeys(options, async (keys) => {
    const all = await keys.list();
    if (options.json === true) return printJson(all);
    const rows = all.map(({ id, displayKey, scopes, expiresAt, lastUsedAt, name }) => [
      id,
      displayKey,
      scopes.join(' '),
      expiresAt ?? 'never',
      lastUsedAt ?? 'never',
      name,
    ]);
    print(tableText(['ID', 'KEY', 'SCOPES', 'EXPIRES', 'USED', 'NAME'], rows));
  });
}

async function create({ name, expires, scope, ...options }: KeyOptions & NewKeyOptions): Promise<void> {
  const [{ expiryOf }, { SystemClock }] = await Promise.all([import('../remote/keys/expiry.js'), import('#host/system-clock.js')]);
  const limits = {
    ...(expires === undefined ? {} : { expiresAt: expiryOf(expires, new SystemClock().now()) }),
    ...(scope === undefined ? {} : { scopes: scope }),
  };
  await onKeys(options, async (keys) => {
    const made = await keys.issue({ name, ...limits });
    if (options.json === true) return printJson(made);
    print(made.key);
    const end = made.expiresAt === null ? 'does not expire' : `expires at ${made.expiresAt}`;
    complain(`The value is shown only once. ${made.name} (${made.id}) ${end}.`);
  });
}

async function revoke(wanted: string, options: KeyOptions): Promise<void> {
  await onKeys(options, async (keys) => {
    const [only, ...others] = (await keys.list()).filter(({ id, name, displayKey }) => [id, name, displayKey].includes(wanted));
    if (only === undefined) throw new CommandFailed(`No key is named "${wanted}"; ${commandName} keys list shows all keys`);
    if (others.length > 0) throw new CommandFailed(`${others.length + 1} keys are named "${wanted}"; use an id`);
    await keys.revoke(only.id);
    if (options.json === true) return printJson({ id: only.id, name: only.name });
    print(`${only.name} (${only.id}) is revoked`);
  });
}

interface NewKeyOptions {
  readonly name: string;
  readonly expires?: string;
  readonly scope?: readonly string[];
}

/** The keys of the user or of a workspace. */
async function onKeys({ workspace }: KeyOptions, work: (keys: KeyRing) => Promise<void>): Promise<void> {
  const [{ onServer }, { personalKeys, workspaceKeys }, { findWorkspace }] = await Promise.all([
    import('../remote/on-server.js'),
    import('../remote/keys/key-ring.js'),
    import('../remote/find/find-workspace.js'),
  ]);
  await onServer(async (server: RemoteServer) => {
    await work(
      workspace === undefined ? personalKeys(server.client) : workspaceKeys(server.client, await findWorkspace(server, workspace)),
    );
  });
}

async function recover({ email, json }: { readonly email?: string; readonly json?: boolean }): Promise<void> {
  const [{ withStorage }, { onEventStore }, { recoverOperator }] = await Promise.all([
    import('./with-storage.js'),
    import('./on-event-store.js'),
    import('#modules/identity/index.js'),
  ]);
  const made = await withStorage((storage) => onEventStore(storage, (means) => recoverOperator(means, email)));
  if (json === true) return printJson(made);
  print(made.key);
  complain(`The value is shown only once. The key "${made.name}" belongs to ${made.email} and does not expire.`);
}

/** Fails when a secret could not be decrypted. Such secrets are not changed. */
async function rotate({ force = false }: { readonly force?: boolean }): Promise<void> {
  const [{ withStorage }, { requirePresentSchema }, { rotateEncryption, requireKeyElsewhere }] = await Promise.all([
    import('./with-storage.js'),
    import('./upgrade/require-present-schema.js'),
    import('./rotate-encryption.js'),
  ]);
  const { resealed, unreadable } = await withStorage(async (storage) => {
    await requirePresentSchema(storage.connectionString);
    if (!force) await requireKeyElsewhere(storage);
    return await rotateEncryption(storage, print);
  });
  for (const line of unreadable) complain(line);
  print(`${resealed} encrypted again, ${unreadable.length} cannot be decrypted with a known key`);
  if (unreadable.length > 0) process.exitCode = exitCode.failed;
}
