import type { Command } from 'commander';
import type { ConversationPage } from '#client';
import { complain, print, printJson } from '../../terminal.js';
import { onWorkspace } from '../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';
import { messageText } from './message-text.js';

export function addMemory(program: Command): void {
  const memory = program.command('memory').description('list, show, export and delete the conversations of agents in a workspace');
  const command = (name: string): Command => memory.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('list')
    .description('the conversations of a workspace, by id')
    .option('--search <text>', 'only ids that begin with it')
    .action(list);
  command('show')
    .description('the newest messages of a conversation, oldest first')
    .argument('<conversation>', 'id')
    .option('--turns <number>', 'most turns, from 1 to 200', '50')
    .action(show);
  command('export')
    .description('print a conversation as JSON, a line for each turn and each summary')
    .argument('<conversation>', 'id')
    .action(exportTexts);
  command('delete').description('delete the messages of a conversation').argument('<conversation>', 'id').action(remove);
}

async function list({ search, ...options }: RemoteOptions & { readonly search?: string }): Promise<void> {
  const [{ tableText }, { collected }] = await Promise.all([import('../../text/table-text.js'), import('../collected.js')]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const conversations = await collected(client.memory.list({ workspaceId, ...(search === undefined ? {} : { search }) }));
    if (options.json === true) return printJson(conversations);
    if (conversations.length === 0) return complain('The workspace has no conversations');
    const rows = conversations.map(({ id, messages, bytes, updatedAt }) => [String(messages), String(bytes), updatedAt, id]);
    print(tableText(['MESSAGES', 'BYTES', 'CHANGED', 'ID'], rows));
  });
}

async function show(id: string, { turns: most, ...options }: RemoteOptions & { readonly turns: string }): Promise<void> {
  await onWorkspace(options, async ({ client }, workspaceId) => {
    // The first page has the newest turns.
    for await (const { data } of client.memory.get(id, { workspaceId, limit: Number(most) }).pages()) {
      return options.json === true ? printJson(data) : print(conversationText(data));
    }
  });
}

function conversationText({ summary, turns }: ConversationPage['data']): string {
  const earlier = summary === null ? [] : [`summary: ${summary}`];
  const lines = turns.toReversed().flatMap(({ at, messages }) => [at, ...messages.map((message) => `  ${messageText(message)}`)]);
  return [...earlier, ...lines].join('\n');
}

async function exportTexts(id: string, options: RemoteOptions): Promise<void> {
  const [{ Readable }, { pipeline }] = await Promise.all([import('node:stream'), import('node:stream/promises')]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { body } = await client.memory.export(id, { workspaceId });
    if (body !== null) await pipeline(Readable.fromWeb(body), process.stdout, { end: false });
  });
}

async function remove(id: string, options: RemoteOptions): Promise<void> {
  await onWorkspace(options, async ({ client }, workspaceId) => {
    await client.memory.delete(id, { workspaceId });
    complain(`The messages of conversation ${id} are deleted`);
  });
}
