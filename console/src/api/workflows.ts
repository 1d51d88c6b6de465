import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

/** More than any workspace that a person still reads as a list. */
const mostNamed = 5000;

/** The workflows of a workspace, for names and choices. */
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

interface Choosable {
  readonly id: string;
  readonly name: string;
  readonly isDeployed: boolean;
}

/** What a list offers where only a deployed workflow can be chosen. */
export function deployedChoices(workflows: readonly Choosable[] = []): readonly { readonly value: string; readonly label: string }[] {
  return workflows.filter(({ isDeployed }) => isDeployed).map(({ id, name }) => ({ value: id, label: name }));
}
