import { settle } from '../access/territory.js';
import type { Owned } from '../issue-key.js';
import { foundOrganization } from './settled-world.js';

/** An organization that none of the requests may reach or change. */
export interface Canary {
  /** Returns every response that its owner receives about it. */
  look(): Promise<Readonly<Record<string, string>>>;
  readonly ids: readonly [string, ...string[]];
  /** Texts that only its objects contain. */
  readonly marks: readonly string[];
}

const mark = 'canary-5d0c7a1e';

export async function plantCanary(server: Owned): Promise<Canary> {
  const { owner, organizationId, workspaceId } = await foundOrganization(server, `${mark} organization`);
  const client = server.as(owner.key);
  const there = await settle(server, owner.key, { organizationId, workspaceId });
  await client
    .patch(`/api/v1/workflows/${there.workflowId}`)
    .send({ name: `${mark} workflow` })
    .expect(200);
  await client
    .put(`/api/v1/workspaces/${workspaceId}/environment`)
    .send({ variables: { CANARY: `${mark}-secret` } })
    .expect(200);
  await client
    .post(`/api/v1/tables/${there.tableId}/rows`)
    .send({ workspaceId, data: { a: `${mark} row`, b: 'two' } })
    .expect(200);
  await client
    .patch(`/api/v1/folders/${there.folderId}`)
    .send({ name: `${mark} folder` })
    .expect(200);
  const inWorkspace = `?workspaceId=${workspaceId}`;
  const addresses = [
    `/api/v1/workspaces/${workspaceId}`,
    `/api/v1/workspaces/${workspaceId}/members`,
    `/api/v1/workspaces/${workspaceId}/environment`,
    `/api/v1/workflows${inWorkspace}`,
    `/api/v1/workflows/${there.workflowId}/state`,
    `/api/v1/workflows/${there.workflowId}/versions`,
    `/api/resume/${there.workflowId}/${there.executionId}`,
    `/api/v1/logs${inWorkspace}`,
    `/api/v1/folders${inWorkspace}`,
    `/api/v1/tables${inWorkspace}`,
    `/api/v1/tables/${there.tableId}/rows${inWorkspace}`,
    `/api/v1/tables/${there.tableId}/rows/${there.rowId}/history${inWorkspace}`,
    `/api/v1/files${inWorkspace}`,
    `/api/v1/files/${there.fileId}${inWorkspace}`,
    `/api/v1/knowledge${inWorkspace}`,
    `/api/v1/knowledge/${there.knowledgeBaseId}/documents${inWorkspace}`,
    `/api/v1/organizations/${organizationId}/members`,
  ];
  const look = async (): Promise<Record<string, string>> => {
    const seen: Record<string, string> = {};
    for (const address of addresses) {
      const { status, text, body } = await client.get(address);
      // How much the owner may still ask changes with every look.
      seen[address] = `${status} ${(text ?? String(body)).replace(/,"limits":\{.*$/, '')}`;
    }
    return seen;
  };
  const { userId, keyId, ...others } = there;
  const ids = [workspaceId, organizationId, owner.id, userId, keyId, ...Object.values(others)] as const;
  return { look, ids: ids as Canary['ids'], marks: [mark] };
}
