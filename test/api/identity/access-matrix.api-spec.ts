import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { areaOf, routesInAreas } from '#modules/identity/domain/keys/key-scope.js';
import { accessRules, type AccessRule } from '../../support/access/access-rules.js';
import { callersOf, outcomeFor, type MatrixCaller, type Outcome } from '../../support/access/callers.js';
import { routesOf } from '../../support/access/routes.js';
import { make, settle, type Made, type Territory } from '../../support/access/territory.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let here: Territory;
let callers: readonly MatrixCaller[];
let cells = 0;

beforeAll(async () => {
  // Bad keys come from many addresses, so that none of them counts as an address that guesses keys.
  server = await startTestApp({ env: { SLUICE_TRUSTED_PROXIES: '127.0.0.1' } });
  const { organizationId, workspaceId, apiKey } = server.first;
  here = await settle(server, apiKey, { organizationId, workspaceId });
  const other = await server.as(apiKey).post('/api/v1/workspaces').send({ name: 'Other' }).expect(200);
  callers = await callersOf(server, { workspaceId, otherWorkspaceId: other.body.data.id as string });
}, 120_000);
afterAll(() => server.close());

const statuses: Readonly<Record<Exclude<Outcome, 'passes'>, number>> = { unauthenticated: 401, forbidden: 403, 'not-found': 404 };
const absentId = '00000000-0000-4000-8000-000000000000';

/** The same names for things that are not there. */
function nowhere(id: string): Territory {
  return Object.fromEntries(Object.keys(here).map((name) => [name, id])) as unknown as Territory;
}

const idsBehind: readonly (readonly [prefix: string, id: keyof Territory])[] = [
  ['/api/v1/workspaces/:id', 'workspaceId'],
  ['/api/v1/organizations/:id', 'organizationId'],
  ['/api/v1/users/:id', 'userId'],
  ['/api/v1/folders/:id', 'folderId'],
  ['/api/v1/logs/:id', 'logId'],
  ['/api/v1/audit-logs/:id', 'auditId'],
  ['/api/v1/workflows/:id', 'workflowId'],
  ['/api/workflows/:id', 'workflowId'],
  ['/api/v2/workflows/:id', 'workflowId'],
];

function pathOf(path: string, there: Territory): string {
  const named = idsBehind.find(([prefix]) => path.startsWith(prefix));
  return path.replace(/:(\w+)/g, (_, name: string) => there[name === 'id' && named !== undefined ? named[1] : (name as keyof Territory)]);
}

const nothingMade = {
  user: 'absent@example.org',
  userId: absentId,
  keyId: absentId,
  folderId: absentId,
  workflowId: absentId,
  tableId: absentId,
  conversationId: absentId,
  providerId: absentId,
  mcpServerId: absentId,
  fileId: absentId,
  knowledgeBaseId: absentId,
  chatId: absentId,
  serverId: absentId,
  toolId: absentId,
};

async function ask(route: string, caller: MatrixCaller, there: Territory, made: Made): Promise<{ status: number; text: string }> {
  const [method = '', path = ''] = route.split(' ');
  const { by, body, needs, form, csv, query: own } = ruleOf(route);
  const query = by === 'query' ? `?workspaceId=${there.workspaceId}` : (own?.(there) ?? '');
  const client = server.as(caller.key);
  cells += 1;
  const request = client[method.toLowerCase() as 'get'](pathOf(path, there) + query);
  request.set('X-Forwarded-For', `198.51.${cells >> 8}.${cells & 255}`);
  if (caller.cookie !== undefined) request.set('Cookie', caller.cookie).set('Sec-Fetch-Site', 'same-origin');
  if (form !== undefined) request.field('workspaceId', there.workspaceId).attach('file', Buffer.from('x'), form());
  if (csv) request.type('text/csv');
  const sent = csv ? 'a\n1\n' : needs === 'public' ? {} : (body?.(there, made) ?? {});
  const answer = await (method === 'GET' || form !== undefined ? request : request.send(sent));
  return { status: answer.status, text: answer.text };
}

function ruleOf(route: string): AccessRule {
  const rule = accessRules[route];
  if (rule === undefined) throw new Error(`No access rule for ${route}`);
  return rule;
}

/** For a caller who passes: new things, which the request may use up, take the place of the lasting ones. */
async function withMade(rule: AccessRule): Promise<{ there: Territory; made: Made }> {
  if (rule.uses === undefined) return { there: here, made: nothingMade };
  const id = await make(server, server.first.apiKey, here.workspaceId, rule.uses);
  return { there: rule.uses === 'user' ? here : { ...here, [rule.uses]: id }, made: { ...nothingMade, [rule.uses]: id } };
}

/** What is wrong with the answer that a caller gets, in words; nothing when all is well. */
async function problemsOf(route: string, caller: MatrixCaller, isShut = false): Promise<string[]> {
  const rule = ruleOf(route);
  const expected = outcomeFor(caller, rule, isShut);
  if (expected === 'passes') {
    if (rule.refusalsOnly) return [];
    const { there, made } = await withMade(rule);
    const { status, text } = await ask(route, caller, there, made);
    // A run may fail for reasons other than access.
    const isStopped = [401, 403, 404].includes(status) || (status >= 500 && !text.includes('EXECUTION_ERROR'));
    return isStopped && rule.needs !== 'public' ? [`${caller.name} is stopped: ${status} ${text}`] : [];
  }
  const answer = await ask(route, caller, here, nothingMade);
  const problems =
    answer.status === statuses[expected] ? [] : [`${caller.name} gets ${answer.status} instead of ${statuses[expected]}: ${answer.text}`];
  if (caller.level !== undefined || (rule.needs === 'operator' && rule.by !== 'path')) return problems;
  // To a stranger what is foreign looks like what is not there, byte for byte.
  for (const id of [absentId, 'nonsense']) {
    const absent = await ask(route, caller, nowhere(id), nothingMade);
    if (absent.status !== answer.status || absent.text !== answer.text)
      problems.push(`${caller.name} can tell ${id}: ${absent.status} ${absent.text}`);
  }
  return problems;
}

describe('every route for every kind of caller (AC-19)', () => {
  it('has a rule, and every rule a route', () => {
    expect(Object.keys(accessRules).toSorted()).toEqual([...new Set(routesOf(server))].toSorted());
  });

  it('is in the area that its rule says, and no area has a route that is not there', () => {
    const routes = routesOf(server).map((route) => [route, areaOf(...(route.split(' ') as [string, string]))] as const);
    const ruled = routes.filter(([route]) => ruleOf(route).area !== undefined).map(([route]) => [route, ruleOf(route).area]);
    expect(routes.filter(([, area]) => area !== undefined)).toEqual(ruled);
    expect(routesInAreas.filter((route) => !routesOf(server).includes(route))).toEqual([]);
  });

  it.each(Object.keys(accessRules))(
    'answers as the table says: %s',
    async (route) => {
      const problems: string[] = [];
      for (const caller of callers) problems.push(...(await problemsOf(route, caller)));
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it('shuts personal keys out of a workspace that refuses them, and no other keys (AC-12)', async () => {
    const workspace = `/api/v1/workspaces/${here.workspaceId}`;
    const admin = callers.find(({ name }) => name === 'a key of the workspace');
    await server.as(admin?.key).patch(workspace).send({ allowPersonalApiKeys: false }).expect(200);
    await eventually(() => server.as(server.first.apiKey).get(workspace).expect(403));
    const problems: string[] = [];
    for (const route of Object.keys(accessRules).filter((each) => ['read', 'write', 'admin', 'auditor'].includes(ruleOf(each).needs))) {
      for (const caller of callers.filter(({ level }) => level !== undefined)) {
        if (outcomeFor(caller, ruleOf(route), true) === 'passes') continue;
        problems.push(...(await problemsOf(route, caller, true)).map((problem) => `${route}: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
  }, 60_000);

  it('was asked about in every cell', () => {
    expect(cells).toBeGreaterThan(2000);
  });
});
