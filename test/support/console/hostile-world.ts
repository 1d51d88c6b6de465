import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../eventually.js';
import { uploaded } from '../file-api.js';
import { KnowledgeApi } from '../knowledge/knowledge-api.js';
import { askBlock } from '../resume-api.js';
import { functionBlock, inARow } from '../run-api.js';
import { claimLink, recoveryToken } from '../signed-in.js';
import { TableClient } from '../table-api.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';

/** Texts that try to be more than texts. */
export const hostile = {
  markup: `<img src=x onerror="globalThis.taken='over'"><script>globalThis.taken='over'</script>`,
  /** What follows is written from right to left, unless it is kept apart. */
  rightToLeft: 'שלום invoice \u202Egpj.exe',
  emoji: '🧾'.repeat(200),
} as const;

const link = `javascript:globalThis.taken='over'`;
const control = 'bell \u0007 escape \u001B[31m separators \u2028\u2029 marks \uFEFF\u200B\u0085 prototype __proto__ constructor';
const longWord = 'w'.repeat(3000);

/** All of them, for fields without a small limit. */
export const texts: readonly string[] = [...Object.values(hostile), link, control, longWord];

/** Names of files have neither slashes nor characters that turn or hide text. */
const fileNames = [
  `<img src=x onerror="globalThis.taken='over'">.txt`,
  `${'🧾'.repeat(60)}.txt`,
  'שלום מרחבא.txt',
  `${'w'.repeat(240)}.txt`,
];

/** A server in which each field that a workflow or a member can fill has a hostile text. */
export interface HostileWorld {
  readonly server: TestApp;
  readonly email: string;
  readonly workspaceId: string;
  readonly workflows: Readonly<Record<'completes' | 'fails' | 'asks', string>>;
  readonly runs: Readonly<Record<'completed' | 'failed' | 'paused', string>>;
  readonly tableId: string;
  readonly rowId: string;
  readonly files: readonly string[];
  readonly knowledge: Readonly<Record<'base' | 'document', string>>;
}

export async function startHostileWorld(): Promise<HostileWorld> {
  const server = await startTestApp();
  const { userId, workspaceId, apiKey } = server.first;
  const owner = server.as(apiKey);
  await claimLink(server, await recoveryToken(server, userId)).expect(200);
  const { body } = await owner.get('/api/v1/session').expect(200);
  const { email } = (body as { data: { user: { email: string } } }).data.user;

  const workflows = {
    completes: await deployed(server, hostile.markup, saying),
    fails: await deployed(server, hostile.emoji, failing),
    asks: await deployed(server, hostile.rightToLeft, asking),
  };
  const runs = {
    completed: await run(server, workflows.completes),
    failed: await run(server, workflows.fails),
    paused: await run(server, workflows.asks),
  };
  await owner.patch(`/api/v1/workspaces/${workspaceId}`).send({ name: hostile.markup }).expect(200);
  for (const name of Object.values(hostile)) {
    await owner.post('/api/v1/folders').send({ workspaceId, name }).expect(200);
    await owner.post(`/api/v1/workspaces/${workspaceId}/api-keys`).send({ name }).expect(200);
  }
  const chat = { workflowId: workflows.completes, identifier: 'hostile', title: hostile.rightToLeft, outputConfigs: [] };
  await owner.post('/api/chat').send({ ...chat, customizations: { welcomeMessage: hostile.markup } });
  await owner.post(`/api/v1/logs/executions/${runs.completed}/hold`).send({ workspaceId, reason: hostile.markup });

  const table = await TableClient.create(server, [{ name: 'text' }, { name: 'data', type: 'json' }], 'hostile');
  const rows = await table.insertAll(texts.map((text) => ({ text: text.slice(0, 1000), data: { [text.slice(0, 500)]: text } })));
  await table.send('patch', `/rows/${rows[0]?.id ?? ''}`, { data: { text: hostile.rightToLeft } }).expect(200);
  const files = [];
  for (const name of fileNames) files.push((await uploaded(server, name, texts.join('\n'))).id);
  const base = await KnowledgeApi.create(server, hostile.rightToLeft, { description: hostile.markup });
  const document = await base.add('שלום invoice.txt', texts.join('\n\n'), { [hostile.rightToLeft]: hostile.markup });
  await eventually(async () => {
    const { body: listed } = await owner.get(`/api/v1/logs?workspaceId=${workspaceId}`).expect(200);
    const found = (listed as { data: { executionId: string }[] }).data.map(({ executionId }) => executionId);
    if (!Object.values(runs).every((id) => found.includes(id))) throw new Error('The runs are not in the logs yet');
  });
  return {
    server,
    email,
    workspaceId,
    workflows,
    runs,
    tableId: table.id,
    rowId: rows[0]?.id ?? '',
    files,
    knowledge: { base: base.id, document },
  };
}

const input = { texts };

const saying = inARow({
  ...functionBlock(
    'say',
    'for (const text of <start.texts>) console.log(text); return Object.fromEntries(<start.texts>.map((text) => [text, text]))',
  ),
  name: hostile.markup,
});
const failing = inARow({ ...functionBlock('fail', 'throw new Error(<start.texts>.join(" "))'), name: hostile.rightToLeft });
const asking = inARow({
  ...askBlock('ask', {
    builderData: [{ id: 'b', name: hostile.markup, type: 'string', value: texts.join(' ') }],
    inputFormat: Object.values(hostile).map((text, index) => ({
      id: `f${index}`,
      name: index === 0 ? text : `field${index}`,
      title: text,
      type: 'string',
      description: texts.join(' '),
      ...(index === 1 && { options: Object.values(hostile).map((label, value) => ({ value: String(value), label })) }),
    })),
  }),
  name: hostile.rightToLeft,
});

async function deployed(server: TestApp, name: string, state: JsonObject): Promise<string> {
  const variables = Object.fromEntries(
    Object.values(hostile).map((text, id) => [`v${id}`, { id: `v${id}`, name: text, type: 'string', value: text }]),
  );
  const id = await createWorkflow(server, { name, state: { ...state, variables } });
  await server
    .as(server.first.apiKey)
    .post(`/api/v1/workflows/${id}/deploy`)
    .send({ name: hostile.rightToLeft, description: hostile.markup })
    .expect(200);
  return id;
}

async function run(server: TestApp, workflowId: string): Promise<string> {
  const { headers } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({ input });
  return headers['x-execution-id'] ?? '';
}
