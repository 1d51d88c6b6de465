import type { Command } from 'commander';
import type { SluiceClient } from '#client';
import { CommandFailed } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

export function addAnswer(program: Command): void {
  const command = (name: string): Command => program.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('inbox')
    .description('list the open questions of a workspace')
    .option('--me', 'only questions that the user of the key may answer')
    .action(inbox);
  command('answer')
    .description('answer a question of a paused run')
    .argument('<run>', 'execution id of the run')
    .option('--question <id>', 'context id of the question; needed when the run has several')
    .option('--input <field>', 'name=text, name:=JSON, or once the whole answer as JSON, @file or -; repeat for more', gathered)
    .action(answer);
}

function gathered(field: string, former: readonly string[] = []): readonly string[] {
  return [...former, field];
}

async function inbox({ me, ...options }: RemoteOptions & { readonly me?: boolean }): Promise<void> {
  const [{ onWorkspace }, { collected }, { tableText }] = await Promise.all([
    import('../on-workspace.js'),
    import('../collected.js'),
    import('../../text/table-text.js'),
  ]);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const waiting = await collected(client.pauses.inbox({ workspaceId, limit: 100, ...(me === true ? { for: 'me' as const } : {}) }));
    if (options.json === true) return printJson(waiting);
    if (waiting.length === 0) return complain('No run of the workspace waits for an answer');
    print(
      tableText(
        ['RUN', 'QUESTION', 'SINCE', 'WORKFLOW', 'PAGE'],
        waiting.map((each) => [each.executionId, each.contextId, each.askedAt, each.workflowName, each.uiUrl]),
      ),
    );
  });
}

interface AnswerOptions extends RemoteOptions {
  readonly question?: string;
  readonly input?: readonly string[];
}

async function answer(run: string, { question, input = [], workspace, json }: AnswerOptions): Promise<void> {
  const [{ onServer }, { findLog }, { runInput }, { readSource }] = await Promise.all([
    import('../on-server.js'),
    import('../find/find-log.js'),
    import('../runs/run-input.js'),
    import('../runs/read-source.js'),
  ]);
  const given = await runInput(input, readSource);
  await onServer(async (server) => {
    const { workflowId, executionId } = await findLog(server, run, workspace);
    const contextId = question ?? (await onlyQuestion(server.client, workflowId, executionId));
    const resumed = await server.client.resume(workflowId, executionId, contextId, given);
    if (json === true) return printJson(resumed);
    const status = 'status' in resumed ? resumed.status : 'running';
    complain(`Run ${executionId}: ${status}`);
    if ('output' in resumed && status === 'completed') printJson(resumed.output);
  });
}

async function onlyQuestion(client: SluiceClient, workflowId: string, executionId: string): Promise<string> {
  const { pausePoints } = await client.pauses.execution(workflowId, executionId);
  const open = pausePoints.filter(({ resumeStatus }) => resumeStatus === 'paused');
  const [only, ...others] = open;
  if (only === undefined) throw new CommandFailed(`Run ${executionId} does not wait for an answer`);
  if (others.length === 0) return only.contextId;
  throw new CommandFailed(
    `Run ${executionId} has several questions. Use --question:\n${open.map((each) => `  ${each.contextId}`).join('\n')}`,
  );
}
