import type { Workflow } from '@sluice/client';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { api } from './client.js';
import { keys } from './keys.js';

export type { ImportedWorkflow, ValidationReport, VersionView, Workflow, WorkflowDetail } from '@sluice/client';

export const workflowQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...keys.workflow(workflowId), 'head'],
    queryFn: async ({ signal }) => (await api.workflows.get(workflowId, { signal })).data,
  });

/** Whether a version is active, and whether the draft differs from it. */
export const workflowStatusQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...keys.workflow(workflowId), 'status'],
    queryFn: async ({ signal }) => api.workflows.status(workflowId, { signal }),
  });

/** All versions, the newest first. */
export const versionsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...keys.workflow(workflowId), 'versions'],
    queryFn: async ({ signal }) => (await api.workflows.versions(workflowId, { signal })).data,
  });

/** The document of a version or of a revision of the draft, which never change, or of the present draft. */
export const documentQuery = (workflowId: string, version: number | undefined, revision?: number) =>
  queryOptions({
    queryKey: [...keys.workflow(workflowId), 'document', version ?? null, revision ?? null],
    queryFn: async ({ signal }): Promise<WorkflowDocument> => {
      if (revision !== undefined)
        return (await api.workflows.draft(workflowId, { revision }, { signal })).data.document as WorkflowDocument;
      const answer =
        version === undefined
          ? api.workflows.state(workflowId, { signal })
          : api.workflows.version(workflowId, String(version), { signal });
      return (await answer).data.state as WorkflowDocument;
    },
    staleTime: version === undefined && revision === undefined ? 10_000 : Infinity,
  });

/** What a deployment of a draft would complain about. @param draft the revision that is looked at, which may not be the latest */
export const draftReportQuery = (
  workflowId: string,
  draft: { readonly revision: number; readonly document: WorkflowDocument } | undefined,
) =>
  queryOptions({
    queryKey: [...keys.workflow(workflowId), 'report', draft?.revision],
    queryFn: async ({ signal }) =>
      (await api.workflows.validate(workflowId, draft === undefined ? {} : { state: { ...draft.document } }, { signal })).data,
    staleTime: 0,
  });

/** The members of a workspace by the ids of their users, for admins. */
export const memberNamesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.members(workspaceId), 'names'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for await (const { userId, email } of api.workspaceMembers.list(workspaceId, {}, { signal })) names.set(userId, email);
      return names;
    },
    staleTime: 300_000,
  });

/** A change of a workflow makes what is known about it out of date, and the lists that name it. */
export async function afterWorkflowChange(queries: QueryClient, workspaceId: string, workflowId?: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: keys.workflows(workspaceId) }),
    workflowId === undefined ? undefined : queries.invalidateQueries({ queryKey: keys.workflow(workflowId) }),
  ]);
}

/** The draft as a file without secrets. */
export async function fetchExport(workflowId: string): Promise<Blob> {
  const { data } = await api.workflows.export(workflowId);
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/** A copy of the draft as a new workflow of the same folder, whose triggers get addresses of their own. @returns its id */
export async function duplicate(workflow: Pick<Workflow, 'id' | 'workspaceId' | 'folderId'>, name: string): Promise<string> {
  const { workspaceId, folderId } = workflow;
  const { state } = (await api.workflows.state(workflow.id)).data;
  const { data } = await api.workflows.import({ workspaceId, workflow: { version: '1.0', state }, name, folderId });
  return data.id;
}
