import type { Command } from 'commander';
import { WrongUsage } from '../../failure.js';
import { print, printJson } from '../../terminal.js';
import type { RemoteOptions } from '../options.js';

/** Adds the commands about versions of a workflow to `sluice workflows`. */
export function addVersions(command: (name: string) => Command): void {
  command('versions').description('list the versions of a workflow, newest first').argument('<workflow>', 'id or name').action(versions);
  command('rollback')
    .description('activate an earlier version of a workflow')
    .argument('<workflow>', 'id or name')
    .option('--to <version>', 'number of the version; default: the one before the active version')
    .action(rollBack);
}

async function versions(wanted: string, options: RemoteOptions): Promise<void> {
  const [{ onServer }, { findWorkflow }, { tableText }] = await Promise.all([
    import('../on-server.js'),
    import('../find/find-workflow.js'),
    import('../../text/table-text.js'),
  ]);
  await onServer(async (server) => {
    const { data } = await server.client.workflows.versions(await findWorkflow(server, wanted, options.workspace));
    if (options.json === true) return printJson(data);
    const rows = data.map(({ version, isActive, deployedAt, name }) => [String(version), isActive ? 'active' : '', deployedAt, name ?? '']);
    print(tableText(['VERSION', 'STATE', 'DEPLOYED', 'NAME'], rows));
  });
}

async function rollBack(wanted: string, { to, workspace, json }: RemoteOptions & { readonly to?: string }): Promise<void> {
  const [{ onServer }, { findWorkflow }] = await Promise.all([import('../on-server.js'), import('../find/find-workflow.js')]);
  if (to !== undefined && !/^[1-9]\d{0,8}$/.test(to)) throw new WrongUsage(`--to takes the number of a version, got "${to}"`);
  await onServer(async (server) => {
    const id = await findWorkflow(server, wanted, workspace);
    const { data } = await server.client.workflows.rollBack(id, to === undefined ? {} : { version: Number(to) });
    if (json === true) printJson(data);
    else print(`Version ${data.version} is active`);
  });
}
