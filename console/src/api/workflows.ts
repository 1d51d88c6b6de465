import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

const mostNamed = 1000;

/** The workflows of a workspace, for names and choices: at most a thousand. */
export const workflowsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.workflows(workspaceId), 'all'],
    queryFn: async ({ signal }) => {
      const found = [];
      for await (const workflow of api.workflows.list({ workspaceId, limit: 100 }, { signal })) {
        found.push(workflow);
        if (found.length === mostNamed) break;
      }
      return found;
    },
    staleTime: 60_000,
  });
