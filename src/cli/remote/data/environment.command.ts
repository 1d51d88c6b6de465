import type { Command } from 'commander';
import { CommandFailed } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';
import { onWorkspace } from '../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

export function addEnvironment(program: Command): void {
  const env = program.command('env').description('list, set and remove the secrets of a workspace');
  const command = (name: string): Command => env.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('list').description('the names of the secrets; no command shows their values').action(list);
  command('set')
    .description('set a secret; its value is asked for, or read from standard input')
    .argument('<name>', 'name of the secret, as in {{NAME}}')
    .action(set);
  command('remove').description('remove secrets').argument('<names...>').action(remove);
}

async function list(options: RemoteOptions): Promise<void> {
  const { tableText } = await import('../../text/table-text.js');
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { variables } = (await client.environment.get(workspaceId)).data;
    if (options.json === true) return printJson(variables);
    if (variables.length === 0) return complain('The workspace has no secrets');
    print(
      tableText(
        ['NAME', 'CHANGED'],
        variables.map(({ name, updatedAt }) => [name, updatedAt]),
      ),
    );
  });
}

async function set(name: string, options: RemoteOptions): Promise<void> {
  const { readSecret } = await import('../../profiles/read-secret.js');
  const value = await readSecret(`Value of ${name}: `);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { data } = await client.environment.change(workspaceId, { variables: { [name]: value } });
    if (options.json === true) printJson(data.variables);
    else complain(`${name} is set`);
  });
}

async function remove(names: readonly string[], options: RemoteOptions): Promise<void> {
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const known = new Set((await client.environment.get(workspaceId)).data.variables.map((each) => each.name));
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new CommandFailed(`The workspace has no secret ${unknown.join(', ')}. Nothing was removed.`);
    const { data } = await client.environment.change(workspaceId, { variables: Object.fromEntries(names.map((name) => [name, null])) });
    if (options.json === true) printJson(data.variables);
    else complain(`Removed ${names.join(', ')}`);
  });
}
