import { eventually } from '../eventually.js';
import { createUser, type Owned } from '../issue-key.js';
import { blockWith, inARow } from '../run-api.js';
import type { TestApp } from '../test-app.js';
import { fieldBlock, triggered, webhook } from '../triggers/trigger-documents.js';
import { greeting } from '../workflow-api.js';

/** A workspace with one of each thing in it, by the names that the paths of routes use. */
export interface Territory {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly jobId: string;
  readonly logId: string;
  readonly auditId: string;
  readonly contextId: string;
  readonly folderId: string;
  readonly keyId: string;
  readonly userId: string;
  readonly tableId: string;
  readonly rowId: string;
  readonly changeId: string;
  readonly fileId: string;
  readonly conversationId: string;
  readonly providerId: string;
  readonly mcpServerId: string;
  readonly knowledgeBaseId: string;
  readonly documentId: string;
  readonly triggerId: string;
  readonly deliveryId: string;
  readonly replayId: string;
  readonly bulkJobId: string;
  readonly scheduleId: string;
  readonly listenToken: string;
  readonly chatId: string;
  readonly serverId: string;
  readonly toolId: string;
  /** Of an event of the run. */
  readonly position: string;
  readonly version: string;
}

/** Objects that a request may consume. `user` is the email address of a user without a membership. */
export interface Made {
  readonly chatId: string;
  readonly workflowId: string;
  readonly folderId: string;
  readonly keyId: string;
  readonly userId: string;
  readonly user: string;
  readonly tableId: string;
  readonly fileId: string;
  readonly conversationId: string;
  readonly providerId: string;
  readonly mcpServerId: string;
  readonly knowledgeBaseId: string;
  readonly serverId: string;
  readonly toolId: string;
}

type Client = ReturnType<TestApp['as']>;

/** Makes a workspace in an organization, and everything that a route can name. `key` is that of an admin. */
export async function settle(server: Owned, key: string, place: Pick<Territory, 'organizationId' | 'workspaceId'>): Promise<Territory> {
  const client = server.as(key);
  const { workspaceId } = place;
  const state = inARow(blockWith('ask', 'human_in_the_loop', {}));
  const workflowId = await newWorkflow(client, workspaceId, state);
  await client.post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const started = await client.post(`/api/workflows/${workflowId}/execute`).set('X-Execution-Mode', 'async').send({}).expect(202);
  const { jobId, executionId } = started.body as { jobId: string; executionId: string };
  const contextId = await eventually(async () => {
    const { body } = await client.get(`/api/resume/${workflowId}/${executionId}`).expect(200);
    return body.pausePoints[0].contextId as string;
  }, 20_000);
  const logId = await eventually(async () => {
    const { body } = await client.get(`/api/v1/logs?workspaceId=${workspaceId}`).expect(200);
    return body.data[0].id as string;
  }, 60_000);
  const auditId = await eventually(async () => {
    const { body } = await client.get(`/api/v1/audit-logs?workspaceId=${workspaceId}`).expect(200);
    return body.data[0].id as string;
  }, 60_000);
  const { tableId, ...made } = await makeAll(server, key, workspaceId);
  const documentId = await newDocument(client, workspaceId, made.knowledgeBaseId);
  const inserted = await client
    .post(`/api/v1/tables/${tableId}/rows`)
    .send({ workspaceId, data: { a: 'one' } })
    .expect(200);
  const rowId = inserted.body.data.row.id as string;
  // An insertion is the change with the id of its row.
  const rows = { tableId, rowId, changeId: rowId };
  const delivery = await newDelivery(client, workspaceId);
  const scheduleId = await newSchedule(client, workspaceId);
  const bulk = await client
    .post('/api/v1/logs/bulk')
    .send({ workspaceId, action: 'cancel', executionIds: ['nothing'] })
    .expect(202);
  const bulkJobId = bulk.body.data.id as string;
  return {
    ...place,
    ...made,
    position: '1',
    version: '1',
    bulkJobId,
    workflowId,
    executionId,
    jobId,
    logId,
    auditId,
    contextId,
    documentId,
    ...rows,
    ...delivery,
    scheduleId,
  };
}

/** A deployed webhook, and an event that has reached it. */
async function newDelivery(
  client: Client,
  workspaceId: string,
): Promise<Pick<Territory, 'triggerId' | 'deliveryId' | 'replayId' | 'listenToken'>> {
  const workflowId = await newWorkflow(client, workspaceId, triggered(webhook('hook')));
  await client.post(`/api/v1/workflows/${workflowId}/deploy`).send({}).expect(200);
  const triggers = await client.get(`/api/v1/triggers?workspaceId=${workspaceId}&workflowId=${workflowId}`).expect(200);
  const [{ id: triggerId, url }] = triggers.body.data as [{ id: string; url: string }];
  const sent = await client.post(new URL(url).pathname).send({ item: 1 }).expect(200);
  const listening = await client.post(`/api/v1/triggers/${triggerId}/listen`).expect(200);
  const replay = await client.post('/api/v1/deliveries/replay').send({ workspaceId, triggerId, outcome: 'poisoned' }).expect(202);
  const replayId = replay.body.data.id as string;
  return { triggerId, replayId, deliveryId: sent.headers['x-delivery-id'] ?? '', listenToken: listening.body.data.token as string };
}

/** The trigger of a deployed workflow that runs every day. */
async function newSchedule(client: Client, workspaceId: string): Promise<string> {
  const workflowId = await newWorkflow(client, workspaceId, triggered(fieldBlock('daily', 'schedule', { dailyTime: '09:00' })));
  await client.post(`/api/v1/workflows/${workflowId}/deploy`).send({}).expect(200);
  const { body } = await client.get(`/api/schedules?workflowId=${workflowId}`).expect(200);
  return body.schedule.id as string;
}

async function newWorkflow(client: Client, workspaceId: string, state = greeting()): Promise<string> {
  const { body } = await client.post('/api/v1/workflows').send({ workspaceId, name: 'M' }).expect(200);
  await client.put(`/api/v1/workflows/${body.data.id}/state`).send({ state }).expect(200);
  return body.data.id as string;
}

async function newTable(client: Client, workspaceId: string, name: string): Promise<string> {
  const columns = [
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string', unique: true },
  ];
  const { body } = await client
    .post('/api/v1/tables')
    .send({ workspaceId, name: name.replace(' ', '_'), schema: { columns } })
    .expect(200);
  return body.data.table.id as string;
}

async function newFile(client: Client, workspaceId: string, name: string): Promise<string> {
  const { body } = await client.post('/api/v1/files').field('workspaceId', workspaceId).attach('file', Buffer.from('x'), name).expect(200);
  return body.data.file.id as string;
}

/** Only runs make conversations. */
async function newConversation(client: Client, workspaceId: string, id: string): Promise<string> {
  const workflowId = await newWorkflow(client, workspaceId, inARow(blockWith('m', 'memory', { operation: 'add', id, content: 'Hello' })));
  await client.post(`/api/v1/workflows/${workflowId}/deploy`).send({}).expect(200);
  await client.post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  return id;
}

async function newChat(client: Client, workspaceId: string, identifier: string): Promise<string> {
  const workflowId = await newWorkflow(client, workspaceId);
  await client.post(`/api/v1/workflows/${workflowId}/deploy`).send({}).expect(200);
  const { body } = await client.post('/api/chat').send({ workflowId, identifier, title: identifier }).expect(200);
  return body.id as string;
}

async function newProvider(client: Client, workspaceId: string, name: string): Promise<string> {
  const { body } = await client.post('/api/v1/model-providers').send({ workspaceId, name, kind: 'openai' }).expect(200);
  return body.data.id as string;
}

async function newMcpServer(client: Client, workspaceId: string, name: string): Promise<string> {
  const { body } = await client.post('/api/v1/mcp-servers').send({ workspaceId, name, url: 'https://mcp.example.com/mcp' }).expect(200);
  return body.data.id as string;
}

/** An MCP server of the workspace with a new workflow as its tool. */
async function newWorkflowServer(client: Client, workspaceId: string, name: string): Promise<{ serverId: string; toolId: string }> {
  const workflowIds = [await newWorkflow(client, workspaceId)];
  const { body } = await client.post('/api/mcp/workflow-servers').send({ workspaceId, name, workflowIds }).expect(200);
  const serverId = body.data.server.id as string;
  const tools = await client.get(`/api/mcp/workflow-servers/${serverId}/tools`).expect(200);
  return { serverId, toolId: tools.body.data.tools[0].id as string };
}

/** A new tool of the oldest server of the workspace: that of the territory. */
async function newMcpTool(client: Client, workspaceId: string): Promise<string> {
  const { body } = await client.get(`/api/mcp/workflow-servers?workspaceId=${workspaceId}`).expect(200);
  const serverId = body.data.servers[0].id as string;
  const workflowId = await newWorkflow(client, workspaceId);
  const added = await client.post(`/api/mcp/workflow-servers/${serverId}/tools`).send({ workflowId }).expect(200);
  return added.body.data.tool.id as string;
}

async function newKnowledgeBase(client: Client, workspaceId: string, name: string): Promise<string> {
  const { body } = await client.post('/api/v1/knowledge').send({ workspaceId, name }).expect(200);
  return body.data.knowledgeBase.id as string;
}

/** One that has been processed, so that it can be processed again. */
async function newDocument(client: Client, workspaceId: string, knowledgeBaseId: string): Promise<string> {
  const documents = `/api/v1/knowledge/${knowledgeBaseId}/documents`;
  const { body } = await client.post(documents).field('workspaceId', workspaceId).attach('file', Buffer.from('x'), 'x.txt').expect(200);
  const id = body.data.document.id as string;
  await eventually(async () => {
    const { body: answer } = await client.get(`${documents}/${id}?workspaceId=${workspaceId}`).expect(200);
    if (answer.data.document.processingStatus !== 'completed') throw new Error('The document is not processed yet');
  }, 20_000);
  return id;
}

let count = 0;

/** One fresh thing of a kind. */
export async function make(server: Owned, key: string, workspaceId: string, kind: keyof Made): Promise<string> {
  const client = server.as(key);
  const workspace = `/api/v1/workspaces/${workspaceId}`;
  const name = `made ${(count += 1)}`;
  if (kind === 'workflowId') return newWorkflow(client, workspaceId);
  if (kind === 'folderId') return (await client.post('/api/v1/folders').send({ workspaceId, name }).expect(200)).body.data.id as string;
  if (kind === 'keyId') return (await client.post(`${workspace}/api-keys`).send({ name }).expect(200)).body.data.id as string;
  if (kind === 'fileId') return newFile(client, workspaceId, name);
  if (kind === 'conversationId') return newConversation(client, workspaceId, name.replace(' ', '-'));
  if (kind === 'chatId') return newChat(client, workspaceId, name.replace(' ', '-'));
  if (kind === 'providerId') return newProvider(client, workspaceId, name);
  if (kind === 'mcpServerId') return newMcpServer(client, workspaceId, name);
  if (kind === 'knowledgeBaseId') return newKnowledgeBase(client, workspaceId, name);
  if (kind === 'serverId') return (await newWorkflowServer(client, workspaceId, name)).serverId;
  if (kind === 'toolId') return newMcpTool(client, workspaceId);
  if (kind === 'tableId') return newTable(client, workspaceId, name);
  const { id, email } = await createUser(server);
  if (kind === 'user') return email;
  await client.post(`${workspace}/members`).send({ email, permission: 'read' }).expect(200);
  return id;
}

async function makeAll(server: Owned, key: string, workspaceId: string): Promise<Made> {
  const things = [
    'tableId',
    'fileId',
    'conversationId',
    'knowledgeBaseId',
    'providerId',
    'mcpServerId',
    'chatId',
    'serverId',
    'toolId',
  ] as const;
  const kinds = ['workflowId', 'folderId', 'keyId', 'userId', 'user', ...things] as const;
  const made: Partial<Record<keyof Made, string>> = {};
  for (const kind of kinds) made[kind] = await make(server, key, workspaceId, kind);
  return made as Made;
}
