import type { Command } from 'commander';
import { commandName } from '#host/program/command-name.js';
import { complain, print, printJson } from '../terminal.js';
import { profileFile } from '../read-config.js';
import { addressOf } from './select-server.js';

export function addLogin(program: Command): void {
  const nameOf = (): string => program.opts<{ profile?: string }>().profile ?? 'default';
  program
    .command('login')
    .description('store the address and the API key of a server for later commands; asks for the key, or reads it from standard input')
    .argument('<url>', 'the address of the server, such as https://sluice.example.org', addressOf('The address of the server'))
    .option('--workspace <id|name>', 'the workspace that commands use')
    .action((url: string, { workspace }: { readonly workspace?: string }) => login(url, nameOf(), workspace ?? null));
  program
    .command('logout')
    .description('delete the stored address and key of a server')
    .action(() => logout(nameOf()));
  const profiles = program.command('profiles').description('list the servers that login stored, and select one');
  profiles.command('list').description('the stored servers, without their keys').option('--json', 'print JSON, for programs').action(list);
  profiles.command('use').description('use a profile unless --profile names another').argument('<name>').action(use);
}

async function login(url: string, name: string, workspace: string | null): Promise<void> {
  const [{ readProfiles, writeProfiles }, { withoutSlash }, { readSecret }, { onServer }, { findWorkspace }] = await Promise.all([
    import('./profile-file.js'),
    import('./select-server.js'),
    import('./read-secret.js'),
    import('../remote/on-server.js'),
    import('../remote/find/find-workspace.js'),
  ]);
  const address = withoutSlash(url);
  const apiKey = (await readSecret(`API key for ${address}: `)).trim();
  const profile = { url: address, apiKey, workspace };
  const file = profileFile();
  const { profiles } = readProfiles(file);
  // The key is tried before it is stored.
  await onServer(
    async (server) => {
      if (workspace === null) await server.client.workspaces.list({ limit: 1 });
      else await findWorkspace(server, workspace);
    },
    { url: address, apiKey, workspace: undefined },
  );
  await writeProfiles(file, { current: name, profiles: { ...profiles, [name]: profile } });
  complain(`Stored as profile "${name}" in ${file}. Commands use it unless the environment or --profile names another server.`);
}

async function logout(name: string): Promise<void> {
  const { profileNamed, readProfiles, writeProfiles } = await import('./profile-file.js');
  const file = profileFile();
  const { current, profiles } = readProfiles(file);
  profileNamed({ current, profiles }, name);
  const { [name]: _removed, ...others } = profiles;
  await writeProfiles(file, { current: current === name ? null : current, profiles: others });
  complain(`Profile "${name}" was deleted. Its API key is still valid: ${commandName} keys revoke ends it.`);
}

async function list({ json = false }: { readonly json?: boolean }): Promise<void> {
  const [{ readProfiles }, { tableText }] = await Promise.all([import('./profile-file.js'), import('../text/table-text.js')]);
  const { current, profiles } = readProfiles(profileFile());
  const shown = Object.entries(profiles).map(([name, { url, workspace }]) => ({ name, url, workspace, current: name === current }));
  if (json) return printJson(shown);
  if (shown.length === 0) return complain(`There are no profiles: ${commandName} login <url> stores one`);
  const rows = shown.map((each) => [each.current ? '*' : '', each.name, each.url, each.workspace ?? '']);
  print(tableText(['', 'NAME', 'ADDRESS', 'WORKSPACE'], rows));
}

async function use(name: string): Promise<void> {
  const { profileNamed, readProfiles, writeProfiles } = await import('./profile-file.js');
  const file = profileFile();
  const profiles = readProfiles(file);
  const { url } = profileNamed(profiles, name);
  await writeProfiles(file, { ...profiles, current: name });
  complain(`Commands use ${url}`);
}
