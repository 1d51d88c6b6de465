import { useNavigate } from '@tanstack/react-router';
import { noteStarted } from '../../api/run.js';

/** Opens a run that was just started: it may wait for a process, and has no entry in the log until then. */
export function useOpenStarted(workspaceId: string): (started: { readonly executionId: string }) => void {
  const navigate = useNavigate();
  return ({ executionId }) => {
    noteStarted(executionId);
    void navigate({ to: '/workspace/$workspaceId/logs/$executionId', params: { workspaceId, executionId } });
  };
}
