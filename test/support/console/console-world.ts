import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../eventually.js';
import { uploaded } from '../file-api.js';
import { KnowledgeApi } from '../knowledge/knowledge-api.js';
import { deployState, functionBlock, inARow } from '../run-api.js';
import { claimLink, recoveryToken, testPassword } from '../signed-in.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { watchedPage, type WatchedPage } from '../watched-page.js';
import { createWorkflow, importWorkflow } from '../workflow-api.js';
import { ordersTable } from './orders-table.js';
import { aBlock, anEdge, aState, workflowFixture } from '../workflow-documents.js';

/** A server with a person who can sign in, and with runs of each kind. */
export interface ConsoleWorld {
  readonly server: TestApp;
  readonly email: string;
  readonly workspaceId: string;
  /** Token of an open invitation to the workspace. */
  readonly invitation: string;
  /** Workflows by what their runs do. */
  readonly workflows: Readonly<Record<'completes' | 'asks' | 'fails', string>>;
  /** A table with a column of each type. */
  readonly tableId: string;
  /** The latest run of each. */
  readonly runs: Readonly<Record<'completed' | 'paused' | 'failed', string>>;
  readonly files: Readonly<Record<'prices', string>>;
  readonly knowledge: Readonly<Record<'base' | 'document', string>>;
}

export async function startConsoleWorld(options: Parameters<typeof startTestApp>[0] = {}): Promise<ConsoleWorld> {
  const server = await startTestApp(options);
  const { userId, workspaceId } = server.first;
  const { body } = await server.as(server.first.apiKey).get('/api/v1/session').expect(200);
  const { email } = (body as { data: { user: { email: string } } }).data.user;
  await claimLink(server, await recoveryToken(server, userId)).expect(200);
  const workflows = { completes: await ordersWorkflow(server), asks: await importedWorkflow(server), fails: await failingWorkflow(server) };
  await inFolder(server, 'Sales', workflows.completes);
  for (const amount of [20, 120, 480]) await run(server, workflows.completes, { customer: 'Ada Lovelace', amount });
  const runs = {
    completed: await run(server, workflows.completes, { customer: 'Grace Hopper', amount: 1200 }),
    paused: await run(server, workflows.asks, { amount: 5000, customer: 'Ada Lovelace' }),
    failed: await run(server, workflows.fails, { customer: '<script>alert(1)</script>' }),
  };
  await eventually(async () => {
    const { body: listed } = await server.as(server.first.apiKey).get(`/api/v1/logs?workspaceId=${workspaceId}`).expect(200);
    const found = (listed as { data: { executionId: string }[] }).data.map(({ executionId }) => executionId);
    if (!Object.values(runs).every((id) => found.includes(id))) throw new Error('The runs are not in the logs yet');
  });
  const invitation = await invitationToken(server, 'new.colleague@example.org');
  const { id: tableId } = await ordersTable(server);
  return {
    server,
    email,
    workspaceId,
    invitation,
    workflows,
    runs,
    tableId,
    files: await someFiles(server),
    knowledge: await someKnowledge(server),
  };
}

/** @returns the token of the link */
export async function invitationToken(server: TestApp, email: string): Promise<string> {
  const path = `/api/v1/workspaces/${server.first.workspaceId}/invitations`;
  const { body } = await server.as(server.first.apiKey).post(path).send({ email, permission: 'write' }).expect(200);
  return (body as { data: { token: string } }).data.token;
}

async function someFiles(server: TestApp): Promise<ConsoleWorld['files']> {
  await uploaded(server, 'Terms of delivery 2026.pdf', Buffer.alloc(120_000), { type: 'application/pdf' });
  await uploaded(server, 'logo.png', onePixel, { type: 'image/png' });
  const prices = await uploaded(server, 'prices.csv', 'part,price\nwalnut,12.50\noak,9.80\n', { type: 'text/csv' });
  return { prices: prices.id };
}

async function someKnowledge(server: TestApp): Promise<ConsoleWorld['knowledge']> {
  const base = await KnowledgeApi.create(server, 'Care of furniture');
  return { base: base.id, document: await base.add('walnut.md', 'Walnut is oiled twice a year.', { team: 'workshop' }) };
}

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** @returns the id of the run, whatever its outcome */
async function run(server: TestApp, workflowId: string, input: object): Promise<string> {
  const { headers } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send(input);
  return headers['x-execution-id'] ?? '';
}

async function ordersWorkflow(server: TestApp): Promise<string> {
  const start = aBlock('start', 'start_trigger');
  const total = { ...functionBlock('total', 'return { gross: <start.amount> * 1.2, customer: <start.customer> }'), name: 'Add the tax' };
  const loop = { ...aBlock('loop', 'loop'), name: 'Each part', data: { loopType: 'for', count: 3 } };
  const part = {
    ...functionBlock('part', 'return { part: <loop.index>, rows: [1, 2, 3], note: "packed" }'),
    name: 'Pack a part',
    data: { parentId: 'loop', extent: 'parent' },
  };
  const letter = { ...functionBlock('letter', 'return "Dear " + <addthetax.result.customer>'), name: 'Write the letter' };
  const edges = [
    anEdge('start', 'total'),
    anEdge('total', 'loop'),
    anEdge('loop.loop-start-source', 'part'),
    anEdge('loop.loop-end-source', 'letter'),
  ];
  const id = await createWorkflow(server, { name: 'Order confirmation', state: aState([start, total, loop, part, letter], edges) });
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

async function importedWorkflow(server: TestApp): Promise<string> {
  const id = await importWorkflow(server, workflowFixture('orders-with-two-reviewers'));
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

async function inFolder(server: TestApp, name: string, workflowId: string): Promise<void> {
  const client = server.as(server.first.apiKey);
  const { body } = await client.post('/api/v1/folders').send({ workspaceId: server.first.workspaceId, name }).expect(200);
  const { id: folderId } = (body as { data: { id: string } }).data;
  await client.patch(`/api/v1/workflows/${workflowId}`).send({ folderId }).expect(200);
}

function failingWorkflow(server: TestApp): Promise<string> {
  return deployState(server, inARow(functionBlock('fails', 'throw new Error("The stock of " + <start.customer> + " cannot be read")')));
}

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface PageOptions {
  readonly theme?: 'light' | 'dark';
  readonly size?: 'desk' | 'phone';
  /** Where the browser finds the server, if not at its own address. */
  readonly url?: string;
  /** What the page shows first: the home page of the workspace unless it is given. */
  readonly path?: string;
  /** A session that no other page has, for tests that end sessions. */
  readonly isOwnSession?: boolean;
}

/** Cookies after the first sign-in of each person at each address. */
const signedIn = new WeakMap<TestApp, Map<string, StoredState>>();

/**
 * A page of a new browser context in which the person has signed in. The first page of a person goes through the sign-in page; later
 * ones begin with its cookies.
 */
export async function signedInPage(
  browser: Browser,
  { server, email, workspaceId }: Pick<ConsoleWorld, 'server' | 'email' | 'workspaceId'>,
  { theme = 'light', size = 'desk', url = server.url, path = `/workspace/${workspaceId}`, isOwnSession = false }: PageOptions = {},
): Promise<WatchedPage> {
  const states = signedIn.get(server) ?? new Map<string, StoredState>();
  signedIn.set(server, states);
  const key = `${email} ${url}`;
  const known = isOwnSession ? undefined : states.get(key);
  const watched = await watchedPage(browser, size, theme, known);
  const { page } = watched;
  if (known !== undefined) {
    await page.goto(url + path);
    return watched;
  }
  await page.goto(`${url}/login?next=${encodeURIComponent(path)}`);
  await fillSignIn(page, email);
  await page.waitForURL((address) => address.pathname !== '/login');
  if (!isOwnSession) states.set(key, await page.context().storageState());
  return watched;
}

export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
