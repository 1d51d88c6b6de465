import { codeOf, stepAt } from '#host/secrets/passwords/one-time-code.js';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../eventually.js';
import { askBlock } from '../resume-api.js';
import { functionBlock, inARow } from '../run-api.js';
import { fieldBlock, triggered, webhook } from '../triggers/trigger-documents.js';
import { aBlock } from '../workflow-documents.js';
import type { ExampleRecorder } from './example-recorder.js';

const yearMs = 365 * 24 * 60 * 60 * 1000;

interface Place {
  readonly workspaceId: string;
  readonly organizationId: string;
}

const start = aBlock('start', 'start_trigger', {
  name: 'Start',
  subBlocks: {
    inputFormat: {
      id: 'inputFormat',
      type: 'input-format',
      value: [
        { name: 'customer', type: 'string' },
        { name: 'amount', type: 'number' },
      ],
    },
  },
});

/** A start with two inputs and these blocks behind it. */
function withInputs(...blocks: readonly JsonObject[]): JsonObject {
  const state = inARow(...blocks);
  return { ...state, blocks: { ...(state['blocks'] as JsonObject), start } };
}

const fee = withInputs(functionBlock('fee', 'return { customer: <start.customer>, fee: <start.amount> * 0.02 }'));
const approval = withInputs(askBlock('approval'), functionBlock('pay', "return <approval.approved> ? 'paid' : 'refused'"));

/** Requests to every operation that returns JSON, in the life of a small company. */
export async function tellStory(api: ExampleRecorder, place: Place): Promise<void> {
  await api.get('/health/live');
  await buildWorkflows(api, place);
  await receiveEvents(api, place);
  await listenToWebhook(api, place);
  await runDaily(api, place);
  await useTables(api, place);
  await useFiles(api, place);
  await remember(api, place);
  await useKnowledge(api, place);
  await offerTools(api, place);
  await openChat(api, place);
  await giveAccess(api, place);
  await lookAround(api, place);
}

const idIn = (answer: JsonObject): string => (answer['data'] as JsonObject)['id'] as string;

async function receiveEvents(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const workflow = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Orders' }));
  await api.put(`/api/v1/workflows/${workflow}/state`, { state: triggered(webhook('orders')) });
  await api.post(`/api/v1/workflows/${workflow}/deploy`, {});
  const { data } = await api.get(`/api/v1/triggers?workspaceId=${workspaceId}`);
  const [trigger] = data as { id: string; url: string }[];
  await api.post(new URL(trigger?.url ?? '').pathname, { customer: 'Grace', amount: 12 });
  const list = `/api/v1/deliveries?workspaceId=${workspaceId}`;
  const [delivery] = (await api.get(list))['data'] as { id: string }[];
  await api.get(`/api/v1/deliveries/${delivery?.id ?? ''}`);
  await api.post(`/api/v1/deliveries/${delivery?.id ?? ''}/replay`);
  const replay = idIn(await api.post('/api/v1/deliveries/replay', { workspaceId, triggerId: trigger?.id ?? '', outcome: 'accepted' }));
  await api.get(`/api/v1/deliveries/replays/${replay}`);
  await api.post(`/api/v1/deliveries/replays/${replay}/cancel`);
  await api.get(`/api/v1/triggers/${trigger?.id ?? ''}`);
  await api.post(`/api/v1/triggers/${trigger?.id ?? ''}/listen`);
  await api.patch(`/api/v1/triggers/${trigger?.id ?? ''}`, { status: 'paused', pauseMode: 'hold' });
}

async function listenToWebhook(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const workflow = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Returns' }));
  await api.put(`/api/v1/workflows/${workflow}/state`, { state: triggered(webhook('returns')) });
  const listener = (await api.post(`/api/v1/workflows/${workflow}/listen`, { triggerBlockId: 'returns' }))['data'] as JsonObject;
  await api.post(new URL(listener['url'] as string).pathname, { customer: 'Ada', amount: 7 });
  await api.get(`/api/v1/triggers/${listener['triggerId'] as string}/listen/${listener['token'] as string}`);
}

async function runDaily(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const workflow = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Report' }));
  await api.put(`/api/v1/workflows/${workflow}/state`, { state: triggered(fieldBlock('report', 'schedule', { dailyTime: '09:00' })) });
  await api.post(`/api/v1/workflows/${workflow}/run`, { triggerBlockId: 'report' });
  await api.post(`/api/v1/workflows/${workflow}/deploy`, {});
  const { schedule } = (await api.get(`/api/schedules?workflowId=${workflow}`)) as { schedule: { id: string } };
  await api.get(`/api/schedules/${schedule.id}`);
  await api.post(`/api/v1/triggers/${schedule.id}/fire`);
  await api.post(`/api/v1/triggers/${schedule.id}/backfill`, { from: '2026-01-05', to: '2026-01-07' });
  await api.put(`/api/schedules/${schedule.id}`, { action: 'disable' });
}

async function buildWorkflows(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const folderId = idIn(await api.post('/api/v1/folders', { workspaceId, name: 'Sales' }));
  await api.get(`/api/v1/folders?workspaceId=${workspaceId}`);
  await api.patch(`/api/v1/folders/${folderId}`, { name: 'Sales, Europe' });
  const created = await api.post('/api/v1/workflows', {
    workspaceId,
    folderId,
    name: 'Fee',
    description: 'Computes the fee of a payment.',
  });
  const id = idIn(created);
  await api.put(`/api/v1/workflows/${id}/state`, { state: fee });
  await api.post(`/api/v1/workflows/${id}/validate`, {});
  await api.post('/api/v1/workflows/validate', { workspaceId, workflow: { version: '1.0', state: fee } });
  await api.post(`/api/v1/workflows/${id}/deploy`, { name: 'First version' });
  await api.put(`/api/v1/workflows/${id}/state`, { state: withInputs(functionBlock('fee', 'return { fee: <start.amount> * 0.03 }')) });
  await api.get(`/api/workflows/${id}/status`);
  await api.post(`/api/v1/workflows/${id}/deploy`, { name: 'Higher fee' });
  await api.get(`/api/v1/workflows/${id}/versions`);
  await api.get(`/api/v1/workflows/${id}/versions/1`);
  await api.patch(`/api/v1/workflows/${id}/versions/1`, { description: 'The fee of 2025.' });
  await api.post(`/api/v1/workflows/${id}/rollback`, { version: 1 });
  await api.get(`/api/v1/workflows?workspaceId=${workspaceId}`);
  await api.get(`/api/v1/workflows/${id}`);
  await api.get(`/api/v1/workflows/${id}/state`);
  await editDraft(api, `/api/v1/workflows/${id}/draft`);
  const { data: workflow } = await api.get(`/api/v1/workflows/${id}/export`);
  await api.patch(`/api/v1/workflows/${id}`, { description: 'Computes the fee of a payment, 2 %.' });
  const copy = idIn(await api.post('/api/v1/workflows/import', { workspaceId, workflow }));
  await run(api, id);
  await ask(api, workspaceId);
  await api.delete(`/api/v1/workflows/${id}/deploy`);
  await api.delete(`/api/v1/workflows/${copy}`);
  await api.delete(`/api/v1/folders/${folderId}`);
}

async function editDraft(api: ExampleRecorder, path: string): Promise<void> {
  const { revision } = (await api.get(path))['data'] as JsonObject;
  const ops = [{ op: 'rename', id: 'fee', name: 'Work out the fee' }];
  await api.patch(path, { editId: 'edit-1', base: revision, label: 'Rename a block', ops });
  await api.get(`${path}/edits?after=${Number(revision) - 1}`);
  await api.post(`${path}/presence`, { client: 'tab-1', block: 'fee', field: 'code' });
  await api.get(`${path}/stream?after=${Number(revision)}`);
  await api.post(`${path}/runs`, { input: { customer: 'Ada', amount: 500 }, until: 'fee' });
  await api.get(`${path}/history`);
  await api.get(`${path}/blame?key=block/fee`);
  await api.post(`${path}/restore`, { revision });
}

async function run(api: ExampleRecorder, id: string): Promise<void> {
  const input = { customer: 'Ada', amount: 500 };
  const { executionId } = await api.post(`/api/workflows/${id}/execute`, { input });
  await api.get(`/api/workflows/${id}/executions/${executionId as string}`);
  const { jobId } = await api.post(`/api/workflows/${id}/execute`, { input, async: true });
  await ended(api, `/api/jobs/${jobId as string}`);
  await api.post(`/api/v2/workflows/${id}/execute`, { input });
  await api.post(`/api/v2/workflows/${id}/execute`, { input, async: true });
  await api.get(`/api/v2/workflows/${id}/runs/${executionId as string}`);
  await api.post(`/api/v1/workflows/${id}/run`, { input, async: true });
  await api.post(`/api/workflows/${id}/executions/${executionId as string}/replay`, { mode: 'recorded' });
  await api.post(`/api/workflows/${id}/executions/${executionId as string}/replay`, { mode: 'live', async: true });
  await log(api, executionId as string);
}

/** A finished job: the first response of a queued one would be recorded, so it is read by one request after the log has it. */
async function ended(api: ExampleRecorder, path: string): Promise<void> {
  await eventually(async () => {
    const { status } = await api.peek(path);
    if (status !== 'completed') throw new Error(`The job is ${status as string}`);
  }, 20_000);
  await api.get(path);
}

async function log(api: ExampleRecorder, executionId: string): Promise<void> {
  const path = `/api/v1/logs/executions/${executionId}`;
  const { workflowId } = await api.get(path);
  const { workspaceId } = (await api.peek(`/api/v1/workflows/${workflowId as string}`))['data'] as JsonObject;
  const list = `/api/v1/logs?workspaceId=${workspaceId as string}&executionId=${executionId}&details=full`;
  const entry = await eventually(async () => {
    const [first] = (await api.peek(list))['data'] as readonly JsonObject[];
    if (first?.['endedAt'] === undefined || first['endedAt'] === null) throw new Error('The log does not have the run yet');
    return first;
  }, 20_000);
  await api.get(list);
  await api.get(`/api/v1/logs/${entry['id'] as string}`);
  await api.get(`${path}/diagnosis`);
  await api.get(`${path}/events?limit=2`);
  await api.get(`/api/v1/logs/changes?workspaceId=${workspaceId as string}`);
  await api.get(`/api/v1/logs/summary?workspaceId=${workspaceId as string}&bucket=1d&groupBy=workflow`);
  await api.get(`/api/v1/logs/errors?workspaceId=${workspaceId as string}`);
  const failed = { workspaceId, action: 'replay', executionIds: [executionId] };
  await api.post('/api/v1/logs/bulk/count', failed);
  const bulk = idIn(await api.post('/api/v1/logs/bulk', failed));
  await api.get(`/api/v1/logs/bulk/${bulk}`);
  await api.post(`/api/v1/logs/bulk/${bulk}/stop`);
  await api.get(`${path}/events/1?path=input`);
  await api.put(`${path}/hold`, { reason: 'Case 4711' });
  await api.get(`${path}/hold`);
  await api.delete(`${path}/hold`);
}

async function ask(api: ExampleRecorder, workspaceId: string): Promise<void> {
  const id = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Approval' }));
  await api.put(`/api/v1/workflows/${id}/state`, { state: approval });
  await api.post(`/api/v1/workflows/${id}/deploy`);
  const input = { customer: 'Ada', amount: 500 };
  const executionId = (await api.post(`/api/workflows/${id}/execute`, { input }))['executionId'] as string;
  await api.get(`/api/workflows/${id}/paused`);
  await api.get(`/api/v1/pauses?workspaceId=${workspaceId}`);
  await api.get(`/api/workflows/${id}/paused/${executionId}`);
  await api.get(`/api/resume/${id}/${executionId}`);
  await api.get(`/api/resume/${id}/${executionId}/approval`);
  await api.post(`/api/resume/${id}/${executionId}/approval`, { input: { approved: true, note: 'Agreed by phone' } });
  const other = (await api.post(`/api/workflows/${id}/execute`, { input }))['executionId'] as string;
  await api.post(`/api/workflows/${id}/executions/${other}/cancel`);
  const { data: waiting } = await api.post(`/api/v2/workflows/${id}/execute`, { input });
  await api.post(`/api/v2/workflows/${id}/runs/${(waiting as JsonObject)['runId'] as string}/cancel`);
}

async function useTables(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const columns = [
    { name: 'email', type: 'string', required: true, unique: true },
    { name: 'spent', type: 'number' },
  ];
  const made = await api.post('/api/v1/tables', { workspaceId, name: 'customers', description: 'People who buy.', schema: { columns } });
  const table = `/api/v1/tables/${((made['data'] as JsonObject)['table'] as JsonObject)['id'] as string}`;
  await api.post(`${table}/columns`, { workspaceId, column: { name: 'since', type: 'date' } });
  await api.patch(`${table}/columns`, { workspaceId, columnName: 'since', updates: { name: 'customerSince' } });
  const inserted = await api.post(`${table}/rows`, { workspaceId, data: { email: 'ada@example.org', spent: 120 } });
  const row = `${table}/rows/${((inserted['data'] as JsonObject)['row'] as JsonObject)['id'] as string}`;
  await api.patch(row, { workspaceId, data: { spent: 240 } });
  await api.post(`${table}/rows/batch`, { workspaceId, updates: [{ rowId: row.split('/').at(-1) ?? '', data: { spent: 180 } }] });
  await api.post(`${table}/rows/upsert`, { workspaceId, data: { email: 'grace@example.org', spent: 90 }, conflictTarget: 'email' });
  await api.get(`${row}?workspaceId=${workspaceId}`);
  await api.get(`${table}/rows?workspaceId=${workspaceId}`);
  const history = await api.get(`${row}/history?workspaceId=${workspaceId}`);
  const [change] = (history['data'] as JsonObject)['changes'] as readonly JsonObject[];
  await api.post(`${row}/history/${change?.['id'] as string}/undo`, { workspaceId });
  await api.put(`${table}/rows`, { workspaceId, filter: { spent: { $gte: 100 } }, data: { spent: 100 } });
  await api.postText(`${table}/import?workspaceId=${workspaceId}`, 'text/csv', 'email,spent\nlin@example.org,12\n');
  await api.get(`${table}?workspaceId=${workspaceId}`);
  await api.get(`/api/v1/tables?workspaceId=${workspaceId}`);
  await api.delete(row, { workspaceId });
  await api.delete(`${table}/rows`, { workspaceId, filter: { spent: { $lt: 50 } } });
  await api.delete(`${table}/columns`, { workspaceId, columnName: 'customerSince' });
  await api.delete(table, { workspaceId });
}

async function useFiles(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const uploaded = await api.upload('/api/v1/files', 'offer.txt', 'An offer', workspaceId);
  const fileId = ((uploaded['data'] as JsonObject)['file'] as JsonObject)['id'] as string;
  await api.get(`/api/v1/files?workspaceId=${workspaceId}`);
  await api.delete(`/api/v1/files/${fileId}?workspaceId=${workspaceId}`);
}

async function useKnowledge(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const made = await api.post('/api/v1/knowledge', { workspaceId, name: 'Handbook', description: 'Answers for new colleagues.' });
  const baseId = ((made['data'] as JsonObject)['knowledgeBase'] as JsonObject)['id'] as string;
  const base = `/api/v1/knowledge/${baseId}`;
  const text = 'Ask for days off two weeks ahead.\n';
  const uploaded = await api.upload(`${base}/documents`, 'days-off.txt', text, workspaceId);
  const documentId = ((uploaded['data'] as JsonObject)['document'] as JsonObject)['id'] as string;
  const document = `${base}/documents/${documentId}`;
  await eventually(async () => {
    const { data } = await api.peek(`${document}?workspaceId=${workspaceId}`);
    const { processingStatus } = (data as JsonObject)['document'] as JsonObject;
    if (processingStatus !== 'completed') throw new Error(`The document is ${processingStatus as string}`);
  }, 60_000);
  await api.get(`${document}?workspaceId=${workspaceId}`);
  await api.get(`${base}/documents?workspaceId=${workspaceId}`);
  await api.get(`${document}/chunks?workspaceId=${workspaceId}`);
  await api.post('/api/v1/knowledge/search', { workspaceId, knowledgeBaseIds: [baseId], query: 'days off', topK: 1 });
  await api.put(base, { workspaceId, description: 'What new colleagues ask.' });
  await api.get(`${base}?workspaceId=${workspaceId}`);
  await api.get(`/api/v1/knowledge?workspaceId=${workspaceId}`);
  await api.patch(document, { workspaceId, filename: 'leave.txt' });
  await api.post(`${document}/reprocess`, { workspaceId });
  await api.delete(`${document}?workspaceId=${workspaceId}`);
  await api.delete(`${base}?workspaceId=${workspaceId}`);
}

const remembering = withInputs(
  aBlock('note', 'memory', {
    name: 'Note',
    subBlocks: Object.fromEntries(
      Object.entries({ operation: 'add', conversationId: 'customer-12', role: 'user', content: 'Where is my order?' }).map(
        ([id, value]) => [id, { id, type: 'short-input', value }],
      ),
    ),
  }),
);

/** A workflow adds to a conversation, which people read and delete. */
async function remember(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const id = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Remember' }));
  await api.put(`/api/v1/workflows/${id}/state`, { state: remembering });
  await api.post(`/api/v1/workflows/${id}/deploy`, {});
  const runs = [
    await api.post(`/api/workflows/${id}/execute`, { amount: 1 }),
    await api.post(`/api/workflows/${id}/execute`, { amount: 2 }),
  ];
  const [first, second] = runs.map(({ executionId }) => executionId as string);
  await api.get(`/api/v1/logs/executions/${first}/effects`);
  await api.get(`/api/v1/logs/executions/${first}/compare?with=${second}`);
  await api.get(`/api/v1/memory?workspaceId=${workspaceId}`);
  await api.get(`/api/v1/memory/customer-12?workspaceId=${workspaceId}`);
  await api.delete(`/api/v1/memory/customer-12?workspaceId=${workspaceId}`);
  await api.delete(`/api/v1/workflows/${id}`);
}

async function signIn(api: ExampleRecorder, userId: string): Promise<void> {
  const link = (await api.post(`/api/v1/users/${userId}/recovery-link`))['data'] as JsonObject;
  const token = link['token'] as string;
  const [password, newPassword] = ['nine lazy foxes in the rain', 'seven quiet owls at noon'];
  await api.get('/api/v1/sign-in');
  await api.get('/api/v1/links/recovery', { 'X-Link-Token': token });
  await api.post('/api/v1/links/recovery', { token, password });
  await api.post('/api/v1/session', { email: 'grace@example.org', password, keep: true });
  await api.inSession(async () => {
    await api.get('/api/v1/session');
    await api.get('/api/v1/invitations');
    await api.get('/api/v1/users/me/identities');
    await api.patch('/api/v1/users/me', { name: 'Grace Hopper' });
    await api.post('/api/v1/session/confirm', { password });
    await api.put('/api/v1/users/me/password', { password, newPassword });
    const sessions = (await api.get('/api/v1/users/me/sessions'))['data'] as readonly JsonObject[];
    await useSecondFactor(api);
    await api.delete('/api/v1/users/me/sessions');
    await api.delete(`/api/v1/users/me/sessions/${sessions[0]?.['id'] as string}`);
  });
  await api.post('/api/v1/session', { email: 'grace@example.org', password: newPassword });
  await api.inSession(() => api.delete('/api/v1/session'));
}

async function useSecondFactor(api: ExampleRecorder): Promise<void> {
  const path = '/api/v1/users/me/second-factor';
  const { secret } = (await api.post(path))['data'] as JsonObject;
  await api.post(`${path}/enable`, { code: codeOf(secret as string, stepAt(Date.now())) });
  await api.get(path);
  await api.post(`${path}/recovery-codes`);
  await api.delete(path);
}

async function invite(api: ExampleRecorder, workspaceId: string): Promise<void> {
  const path = `/api/v1/workspaces/${workspaceId}/invitations`;
  const invited = async (email: string): Promise<JsonObject> => (await api.post(path, { email, permission: 'read' }))['data'] as JsonObject;
  const { token } = await invited('alan@example.org');
  const { id } = await invited('edsger@example.org');
  await api.get(path);
  await api.delete(`${path}/${id as string}`);
  await api.get('/api/v1/links/invitation', { 'X-Link-Token': token as string });
  await api.post('/api/v1/links/invitation', { token, password: 'nine lazy foxes in the rain', name: 'Alan' });
}

async function giveAccess(api: ExampleRecorder, { workspaceId, organizationId }: Place): Promise<void> {
  const userId = idIn(await api.post('/api/v1/users', { email: 'grace@example.org', name: 'Grace' }));
  await api.get('/api/v1/users');
  await api.get(`/api/v1/users/${userId}`);
  await api.patch(`/api/v1/users/${userId}`, { name: 'Grace H.' });
  await signIn(api, userId);
  await invite(api, workspaceId);
  await useKeys(api, '/api/v1/users/me/api-keys');
  await useKeys(api, `/api/v1/users/${userId}/api-keys`);
  await useKeys(api, `/api/v1/workspaces/${workspaceId}/api-keys`);
  const organization = `/api/v1/organizations/${organizationId}`;
  await api.post('/api/v1/organizations', { name: 'Example Ltd' });
  await api.get('/api/v1/organizations');
  await api.patch(organization, { name: 'Example Group' });
  await api.get(organization);
  const invitations = `${organization}/invitations`;
  const invited = (await api.post(invitations, { email: 'barbara@example.org', role: 'admin' }))['data'] as JsonObject;
  await api.get(invitations);
  await api.delete(`${invitations}/${invited['id'] as string}`);
  await api.put(`${organization}/sign-in-policy`, { requireSecondFactor: true, allowPasswords: true });
  await api.get(`${organization}/sign-in-policy`);
  await manage(api, `${organization}/members`, { email: 'grace@example.org', role: 'member' }, userId);
  await api.patch(`/api/v1/workspaces/${workspaceId}`, { retentionDays: 90 });
  await api.get(`/api/v1/workspaces/${workspaceId}`);
  await api.get('/api/v1/workspaces');
  await manage(api, `/api/v1/workspaces/${workspaceId}/members`, { email: 'grace@example.org', permission: 'write' }, userId);
  await api.put(`/api/v1/workspaces/${workspaceId}/environment`, { variables: { MAIL_TOKEN: 'an-example-token' } });
  await api.get(`/api/v1/workspaces/${workspaceId}/environment`);
  await setUpModels(api, workspaceId);
  await setUpMcpServers(api, workspaceId);
  const other = idIn(await api.post('/api/v1/workspaces', { name: 'Support', organizationId }));
  await api.delete(`/api/v1/workspaces/${other}`);
}

async function setUpModels(api: ExampleRecorder, workspaceId: string): Promise<void> {
  const models = [{ id: 'llama-3.3-70b', alias: ['llama'], contextWindow: 131_072, prices: { input: 0.59, output: 0.79 } }];
  const provider = { name: 'gateway', kind: 'openai-compatible', baseUrl: 'https://10.20.0.8/v1', apiKey: '{{MAIL_TOKEN}}', models };
  const id = idIn(await api.post('/api/v1/model-providers', { workspaceId, ...provider }));
  await api.get(`/api/v1/model-providers?workspaceId=${workspaceId}`);
  await api.patch(`/api/v1/model-providers/${id}`, { idleTimeoutMs: 60_000 });
  await api.get(`/api/v1/models?workspaceId=${workspaceId}`);
  await api.post('/api/v1/models/test', { workspaceId, name: 'llama' });
  await api.post(`/api/v1/model-providers/${id}/test`, {});
  await api.get(`/api/v1/models/health?workspaceId=${workspaceId}`);
  await api.delete(`/api/v1/model-providers/${id}`);
}

async function setUpMcpServers(api: ExampleRecorder, workspaceId: string): Promise<void> {
  const headers = { Authorization: 'Bearer {{MAIL_TOKEN}}' };
  const id = idIn(await api.post('/api/v1/mcp-servers', { workspaceId, name: 'weather', url: 'https://10.20.0.9/mcp', headers }));
  await api.get(`/api/v1/mcp-servers?workspaceId=${workspaceId}`);
  await api.get(`/api/v1/mcp-servers/${id}`);
  await api.patch(`/api/v1/mcp-servers/${id}`, { timeout: 60_000 });
  await api.post(`/api/v1/mcp-servers/${id}/test`, {});
  await api.delete(`/api/v1/mcp-servers/${id}`);
}

async function offerTools(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const workflowId = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Fee' }));
  await api.put(`/api/v1/workflows/${workflowId}/state`, { state: fee });
  await api.post(`/api/v1/workflows/${workflowId}/deploy`, {});
  const servers = '/api/mcp/workflow-servers';
  const created = await api.post(servers, { workspaceId, name: 'Finance', description: 'Fees and approvals' });
  const { id } = (created['data'] as { server: { id: string } }).server;
  const server = `${servers}/${id}`;
  const added = await api.post(`${server}/tools`, { workflowId, toolName: 'fee', toolDescription: 'Computes the fee of an order' });
  const tool = `${server}/tools/${(added['data'] as { tool: { id: string } }).tool.id}`;
  await api.get(`${servers}?workspaceId=${workspaceId}`);
  await api.get(server);
  await api.get(`${server}/tools`);
  await api.get('/api/mcp/discover');
  await api.patch(tool, { parameterDescriptionOverrides: { amount: 'The amount in euros' } });
  await api.delete(tool);
  await api.patch(server, { isPublic: true });
  await api.delete(server);
}

async function openChat(api: ExampleRecorder, { workspaceId }: Place): Promise<void> {
  const workflowId = idIn(await api.post('/api/v1/workflows', { workspaceId, name: 'Support' }));
  await api.put(`/api/v1/workflows/${workflowId}/state`, { state: fee });
  await api.post(`/api/v1/workflows/${workflowId}/deploy`, {});
  await api.get('/api/chat/validate?identifier=support');
  const { id } = (await api.post('/api/chat', { workflowId, identifier: 'support', title: 'Support' })) as { id: string };
  await api.get(`/api/chat?workspaceId=${workspaceId}`);
  await api.get(`/api/chat/manage/${id}`);
  await api.get('/api/chat/support');
  await api.get('/api/chat/support/conversations');
  await api.patch(`/api/chat/manage/${id}`, { title: 'Help' });
  await api.delete(`/api/chat/manage/${id}`);
}

async function useKeys(api: ExampleRecorder, path: string): Promise<void> {
  const keyId = idIn(
    await api.post(path, { name: 'Nightly import', scopes: ['execute'], expiresAt: new Date(Date.now() + yearMs).toISOString() }),
  );
  await api.get(path);
  await api.patch(`${path}/${keyId}`, { name: 'Import' });
  await api.post(`${path}/${keyId}/rotate`, { overlapSeconds: 86_400 });
  await api.delete(`${path}/${keyId}`);
}

async function manage(
  api: ExampleRecorder,
  path: string,
  member: { readonly email: string; readonly [field: string]: string },
  userId: string,
): Promise<void> {
  const { email: _email, ...rights } = member;
  await api.post(path, member);
  await api.get(path);
  await api.patch(`${path}/${userId}`, rights);
  await api.delete(`${path}/${userId}`);
}

async function lookAround(api: ExampleRecorder, { workspaceId, organizationId }: Place): Promise<void> {
  const entries = await eventually(async () => {
    const { data } = await api.peek(`/api/v1/audit-logs?organizationId=${organizationId}`);
    if ((data as readonly unknown[]).length < 2) throw new Error('The audit log is not written yet');
    return data as readonly JsonObject[];
  }, 20_000);
  await api.get(`/api/v1/audit-logs?organizationId=${organizationId}`);
  await api.get(`/api/v1/audit-logs/${entries[0]?.['id'] as string}`);
  await api.get(`/api/v1/audit-logs/checkpoint?organizationId=${organizationId}`);
  await api.get('/api/v1/audit-logs/public-key');
  await api.get(`/api/v1/usage?workspaceId=${workspaceId}&groupBy=workflow`);
  await api.get('/api/users/me/usage-limits');
  await api.get('/api/v1/blocks');
  await api.get('/health/ready');
  await api.get('/api/v1/operator/status');
}
