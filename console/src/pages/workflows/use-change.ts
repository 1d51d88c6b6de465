import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { afterWorkflowChange } from '../../api/workflow.js';

/** A change of a workflow or of the list. When it is done, what is known about them is read again. @param id absent: the workflow is gone */
export function useChange<Result>(
  { id, workspaceId }: { readonly id?: string; readonly workspaceId: string },
  change: () => Promise<Result>,
  onDone: (result: Result) => void,
): UseMutationResult<Result, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await afterWorkflowChange(queries, workspaceId, id);
      onDone(result);
    },
  });
}
