import type { Command } from 'commander';
import { exitCode } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';
import { onWorkspace } from '../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

export function addTables(program: Command): void {
  const tables = program.command('tables').description('list, create, export, import and archive the tables of a workspace');
  const command = (name: string): Command => tables.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('list').description('the tables of a workspace').action(list);
  command('show').description('the columns of a table').argument('<table>', 'id or name').action(show);
  command('create')
    .description('create a table from a JSON file with name, description and columns, as `tables show --json` prints it')
    .argument('<file>', 'the file; - for standard input')
    .action(create);
  tables
    .command('export')
    .description('print the rows of a table as CSV')
    .argument('<table>', 'id or name')
    .addOption(workspaceOption())
    .action(exportRows);
  command('import')
    .description('insert the rows of a CSV file')
    .argument('<table>', 'id or name')
    .argument('<file>', 'the file; - for standard input')
    .action(importRows);
  command('archive').description('archive a table').argument('<table>', 'id or name').action(archive);
}

async function list(options: RemoteOptions): Promise<void> {
  const { tableText } = await import('../../text/table-text.js');
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { tables } = (await client.tables.list({ workspaceId })).data;
    if (options.json === true) return printJson(tables);
    if (tables.length === 0) return complain('The workspace has no tables');
    const rows = tables.map(({ id, rowCount, schema, name }) => [id, String(rowCount), String(schema.columns.length), name]);
    print(tableText(['ID', 'ROWS', 'COLUMNS', 'NAME'], rows));
  });
}

async function show(wanted: string, options: RemoteOptions): Promise<void> {
  const [{ tableText }, { findTable }] = await Promise.all([import('../../text/table-text.js'), import('../find/find-table.js')]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { name, description, schema } = await findTable(client, workspaceId, wanted);
    if (options.json === true) return printJson({ name, description, columns: schema.columns });
    const rows = schema.columns.map((column) => [column.name, column.type, column.required ? 'yes' : '', column.unique ? 'yes' : '']);
    print(tableText(['COLUMN', 'TYPE', 'REQUIRED', 'UNIQUE'], rows));
  });
}

async function create(file: string, options: RemoteOptions): Promise<void> {
  const [{ readSource }, { tableIn }] = await Promise.all([import('../runs/read-source.js'), import('./table-in.js')]);
  const { name, description, columns } = tableIn(await readSource(file), file);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { table } = (await client.tables.create({ workspaceId, name, description, schema: { columns } })).data;
    if (options.json === true) printJson(table);
    else print(`${table.id}  ${table.name}`);
  });
}

async function exportRows(wanted: string, options: RemoteOptions): Promise<void> {
  const [{ findTable }, { Readable }, { pipeline }] = await Promise.all([
    import('../find/find-table.js'),
    import('node:stream'),
    import('node:stream/promises'),
  ]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { id } = await findTable(client, workspaceId, wanted);
    const { body } = await client.tableCsv.export(id, { workspaceId });
    if (body !== null) await pipeline(Readable.fromWeb(body), process.stdout, { end: false });
  });
}

/** Fails when rows are missing. */
async function importRows(wanted: string, file: string, options: RemoteOptions): Promise<void> {
  const [{ findTable }, { openedFile }] = await Promise.all([import('../find/find-table.js'), import('./opened-file.js')]);
  // The server reads the bytes, and refuses those that are not UTF-8.
  const content = file === '-' ? process.stdin : (await openedFile(file)).stream();
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { id } = await findTable(client, workspaceId, wanted);
    const report = await client.tableCsv.import(id, { name: file, content, type: 'text/csv' }, { workspaceId });
    printJson(report);
    const { stopped, refusedCount } = report.data;
    if (stopped !== null || refusedCount > 0) process.exitCode = exitCode.failed;
  });
}

async function archive(wanted: string, options: RemoteOptions): Promise<void> {
  const { findTable } = await import('../find/find-table.js');
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { id, name } = await findTable(client, workspaceId, wanted);
    await client.tables.archive(id, { workspaceId }, {});
    complain(`Table ${name} is archived`);
  });
}
