import type { Command } from 'commander';
import type { File, SluiceClient } from '#client';
import { complain, print, printJson } from '../../terminal.js';
import { onWorkspace } from '../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

export function addFiles(program: Command): void {
  const files = program.command('files').description('list, upload, download and delete the files of a workspace');
  const command = (name: string): Command => files.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('list').description('the files of a workspace, newest first').action(list);
  command('upload').description('upload files').argument('<paths...>').action(upload);
  files
    .command('download')
    .description('write the content of a file to standard output, or to another file')
    .argument('<file>', 'id or name')
    .addOption(workspaceOption())
    .option('--to <path>', 'the file to write; it must not exist')
    .action(download);
  command('delete').description('delete a file').argument('<file>', 'id or name').action(remove);
}

async function list(options: RemoteOptions): Promise<void> {
  const { tableText } = await import('../../text/table-text.js');
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const files = await filesOf(client, workspaceId);
    if (options.json === true) return printJson(files);
    if (files.length === 0) return complain('The workspace has no files');
    const rows = files.map(({ id, size, type, uploadedAt, name }) => [id, String(size), type, uploadedAt, name]);
    print(tableText(['ID', 'BYTES', 'TYPE', 'UPLOADED', 'NAME'], rows));
  });
}

async function filesOf(client: SluiceClient, workspaceId: string): Promise<readonly File[]> {
  const { collected } = await import('../collected.js');
  return collected(client.files.list({ workspaceId }));
}

async function upload(paths: readonly string[], options: RemoteOptions): Promise<void> {
  const [{ basename }, { openedFile }, { mediaTypeOf }] = await Promise.all([
    import('node:path'),
    import('./opened-file.js'),
    import('./media-type.js'),
  ]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const uploaded = [];
    for (const path of paths) {
      const blob = await openedFile(path);
      const content = { name: basename(path), content: blob.stream(), type: mediaTypeOf(path) };
      const { file } = (await client.files.upload({ workspaceId, file: content })).data;
      uploaded.push(file);
      if (options.json !== true) print(`${file.id}  ${file.name}`);
    }
    if (options.json === true) printJson(uploaded);
  });
}

async function download(wanted: string, { to, ...options }: RemoteOptions & { readonly to?: string }): Promise<void> {
  const [{ pickNamed }, { createWriteStream }, { open, rename, rm }, { Readable }, { pipeline }] = await Promise.all([
    import('../find/pick-named.js'),
    import('node:fs'),
    import('node:fs/promises'),
    import('node:stream'),
    import('node:stream/promises'),
  ]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { id } = pickNamed(await filesOf(client, workspaceId), wanted, 'file');
    const { body } = await client.fileContent.get(id, { workspaceId });
    if (body === null) return;
    const source = Readable.fromWeb(body);
    if (to === undefined) return pipeline(source, process.stdout, { end: false });
    const claim = async (): Promise<void> => (await open(to, 'wx')).close();
    await claim();
    // A transfer that breaks off or is interrupted leaves no file that looks whole.
    await rm(to);
    const partial = `${to}.partial`;
    try {
      await pipeline(source, createWriteStream(partial));
      await claim();
      await rename(partial, to);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  });
}

async function remove(wanted: string, options: RemoteOptions): Promise<void> {
  const { pickNamed } = await import('../find/pick-named.js');
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { id, name } = pickNamed(await filesOf(client, workspaceId), wanted, 'file');
    await client.files.delete(id, { workspaceId });
    complain(`File ${name} is deleted`);
  });
}
