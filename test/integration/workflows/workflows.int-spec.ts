import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemIds } from '#host/system-ids.js';
import { CachedDeployments } from '#modules/workflows/adapters/cached-deployments.js';
import { UserNames } from '#modules/identity/index.js';
import { DraftChanges } from '#modules/workflows/store/draft-changes.js';
import { Drafts } from '#modules/workflows/store/drafts.js';
import { emptyDocument } from '#document/document.js';
import {
  WorkflowCreated,
  WorkflowDeleted,
  WorkflowDeployed,
  WorkflowDetailsChanged,
  WorkflowDraftSaved,
  WorkflowUndeployed,
  WorkflowVersionActivated,
  type WorkflowEvent,
} from '#modules/workflows/domain/workflow.events.js';
import { workflowProjection } from '#modules/workflows/projections/workflow.projection.js';
import { workflowsWiring } from '#modules/workflows/wiring.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';
import { readDocument, workflowFixture } from '../../support/workflow-documents.js';
import { statementsDuring } from '../../support/statements-during.js';

const ids = new SystemIds();
const workspaceId = ids.next();
const deployedBy = ids.next();
const at = '2031-03-04T05:06:07.000Z';
const document = readDocument(workflowFixture('fee-gate'));
const created = WorkflowCreated({ workspaceId, name: 'Fees', description: null, folderId: null, at });
const deployed = (version: number): WorkflowEvent => WorkflowDeployed({ version, document, deployedBy, at });

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore(workflowsWiring);
});
afterAll(() => store.finish());

async function happened(streamId: string, expected: number, ...events: readonly WorkflowEvent[]): Promise<void> {
  await store.store.append({ streams: [{ streamId, lifetime: 'ledger', workspaceId, expected, events, meta: {} }] });
}

async function aWorkflow(...events: readonly WorkflowEvent[]): Promise<string> {
  const id = ids.next();
  await happened(id, 0, created, ...events);
  return id;
}

describe('the rows of workflows', () => {
  it('are the same after a rebuild', async () => {
    await aWorkflow(WorkflowDraftSaved({ document, at }), deployed(1), WorkflowDraftSaved({ document: emptyDocument, at }), deployed(2));
    const edited = await aWorkflow(deployed(1), deployed(2), WorkflowVersionActivated({ version: 1, at }));
    await happened(edited, 4, WorkflowDetailsChanged({ name: 'Renamed', at }));
    await aWorkflow(deployed(1), WorkflowUndeployed({ at }));
    await aWorkflow(deployed(1), WorkflowDeleted({ at }));
    const before = await everyRow();
    expect(before.map(({ length }) => length)).toEqual([4, 3, 6]);
    await rebuild(workflowProjection, { pool: store.pool, decode: (row) => store.store.recorded(row) });
    expect(await everyRow()).toEqual(before);
  });

  async function everyRow(): Promise<unknown[][]> {
    const tables = ['workflow order by id', 'workflow_draft order by workflow_id', 'workflow_version order by workflow_id, version'];
    return Promise.all(tables.map(async (table) => (await store.pool.query(`select * from ${table}`)).rows));
  }
});

describe('the history of a draft of 300 saves of 100 KB', () => {
  const isBlob = (name: string): boolean => name === 'read_blob';
  const large = (number: number) => readDocument({ ...workflowFixture('fee-gate'), metadata: { notes: `${number} `.repeat(25_000) } });
  let id: string;
  beforeAll(async () => {
    id = await aWorkflow(deployed(1));
    for (let number = 0; number < 300; number += 1) await happened(id, 2 + number, WorkflowDraftSaved({ document: large(number), at }));
    await happened(id, 302, deployed(2));
  });

  it('is read without the documents', async () => {
    const changes = new DraftChanges(store.store, new UserNames(store.pool));
    const read = async (): Promise<void> => {
      expect(await changes.authors(id, 302)).toHaveLength(1);
      expect(await changes.between(id, 2, 302, 500)).toHaveLength(300);
      expect((await changes.before(id, 303, 500)).deployments).toHaveLength(2);
    };
    expect(await statementsDuring(store.pool, read, isBlob)).toBe(0);
    const soon = () => changes.authors(id, 303);
    expect(await statementsDuring(store.pool, soon, (name) => name.startsWith('read_'))).toBe(1);
  });

  it('has each revision, for which one document is read', async () => {
    const drafts = new Drafts(store.pool, store.store);
    for (const number of [0, 150, 299]) {
      const read = async () => expect(await drafts.at(id, 3 + number)).toEqual(large(number));
      expect(await statementsDuring(store.pool, read, isBlob)).toBeLessThanOrEqual(1);
    }
  });
});

describe('deployments', () => {
  let deployments: CachedDeployments;
  beforeEach(() => {
    deployments = new CachedDeployments(store.pool, new Drafts(store.pool, store.store), store.changes);
  });
  afterEach(() => deployments.onModuleDestroy());

  it('are queried once for concurrent callers, and again after a change', async () => {
    const id = await aWorkflow();
    const all = () => Promise.all(Array.from({ length: 50 }, () => deployments.find(id)));
    expect(await statementsDuring(store.pool, all)).toBe(1);
    await happened(id, 1, deployed(1));
    expect(await deployments.find(id)).toEqual({ id, workspaceId, name: 'Fees', activeVersion: 1 });
  });

  it('are read again after a change, even while an older query is still running', async () => {
    const id = await aWorkflow();
    const before = deployments.find(id);
    await happened(id, 1, deployed(1));
    expect((await deployments.find(id))?.activeVersion).toBe(1);
    await before;
    expect((await deployments.find(id))?.activeVersion).toBe(1);
  });

  it('are not cached when the database fails', async () => {
    const id = await aWorkflow();
    const failing = { query: () => Promise.reject(new Error('down')) };
    const broken = new CachedDeployments(failing as never, new Drafts(failing as never, store.store), store.changes);
    await expect(broken.find(id)).rejects.toThrow('down');
    failing.query = () => Promise.resolve({ rows: [{ id }] }) as never;
    expect(await broken.find(id)).toEqual({ id });
    broken.onModuleDestroy();
  });

  it('are undefined for absent and invalid ids', async () => {
    expect(await deployments.find(ids.next())).toBeUndefined();
    expect(await statementsDuring(store.pool, () => deployments.find("'; select 1"))).toBe(0);
  });

  it('fail for an unknown version', async () => {
    const id = await aWorkflow(deployed(1));
    expect((await deployments.document(id, 1)).blocks).toEqual(document.blocks);
    await expect(deployments.document(id, 2)).rejects.toThrow('has no version 2');
  });
});
