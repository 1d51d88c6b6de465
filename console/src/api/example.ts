import { queryOptions } from '@tanstack/react-query';
import { feeGateExample } from '../../../src/document/fee-gate-example.js';
import { api } from './client.js';

export interface Prepared {
  readonly workflowId: string;
  /** The value of a new key. */
  readonly key: string;
  /** Runs that began earlier are not the one that is waited for. */
  readonly since: string;
}

export const exampleInput = { amount: 500, customer: 'Ada' };

const exampleName = 'Fee gate';
const dayMs = 86_400_000;

/** The example, deployed, and a key that may start it. A new installation has the example already. */
export async function prepareExample(workspaceId: string): Promise<Prepared> {
  const expiresAt = new Date(Date.now() + dayMs).toISOString();
  // First what may need a recent sign-in, so that nothing is made twice.
  const { data: issued } = await api.workspaceApiKeys.issue(workspaceId, { name: 'Example', scopes: ['execute'], expiresAt });
  const { data: deployed } = await api.workflows.list({ workspaceId, deployedOnly: true, limit: 100 });
  const workflowId = deployed.find(({ name }) => name === exampleName)?.id ?? (await deployExample(workspaceId));
  return { workflowId, key: issued.key, since: new Date(Date.now() - 1000).toISOString() };
}

async function deployExample(workspaceId: string): Promise<string> {
  const { data } = await api.workflows.import({ workspaceId, workflow: feeGateExample });
  await api.workflows.deploy(data.id, {});
  return data.id;
}

/** Starts the example with the session, once for each key. */
export async function startExample(workflowId: string, idempotencyKey: string): Promise<void> {
  await api.executeRaw(workflowId, exampleInput, { idempotencyKey });
}

const lookAgainMs = 1500;

/** The first run of a workflow since a time; null until there is one. */
export const runOfQuery = (workspaceId: string, workflowId: string, since: string) =>
  queryOptions({
    queryKey: ['example', workflowId, since],
    queryFn: async ({ signal }) => {
      const { data } = await api.logs.list({ workspaceId, workflowIds: [workflowId], startDate: since, limit: 1 }, { signal });
      return data[0]?.executionId ?? null;
    },
    refetchInterval: ({ state }) => (state.data === null || state.data === undefined ? lookAgainMs : false),
  });
