import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { offeredToolsQuery, type WorkflowServer } from '../../api/mcp.js';
import { useMayWrite } from '../../api/session.js';
import { deployedChoices, workflowsQuery } from '../../api/workflows.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface OfferedToolsProps {
  readonly server: WorkflowServer;
  readonly onClose: () => void;
}

/** The workflows that a server offers as tools. */
export function OfferedTools({ server: { id, workspaceId, name }, onClose }: OfferedToolsProps): ReactNode {
  const tools = useQuery(offeredToolsQuery(workspaceId, id));
  const workflows = useQuery(workflowsQuery(workspaceId));
  const mayWrite = useMayWrite(workspaceId);
  const [workflowId, setWorkflowId] = useState<string | null>(null);
  const changes = [keys.mcp(workspaceId)];
  const addition = useAction({
    act: (chosen: string) => api.workflowTools.add(id, { workflowId: chosen }),
    changes,
    onDone: () => setWorkflowId(null),
  });
  const removal = useAction({ act: (toolId: string) => api.workflowTools.remove(id, toolId), changes });
  const error = tools.error ?? addition.error ?? removal.error;
  return (
    <Dialog title={`Tools of ${name}`} isOpen onClose={onClose}>
      {error !== null && <Problem error={error} />}
      <DataTable
        label="Tools"
        rows={tools.data}
        idOf={(tool) => tool.id}
        empty="No workflow is a tool yet."
        columns={[
          { name: 'Tool', cell: ({ toolName }) => <code>{toolName}</code> },
          { name: 'Workflow', cell: ({ workflowName, isAvailable }) => (isAvailable ? workflowName : `${workflowName} (not deployed)`) },
          {
            name: 'Actions',
            look: 'actions',
            cell: (tool) =>
              mayWrite && (
                <IconButton label={`Remove ${tool.toolName}`} onPress={() => removal.do(tool.id)}>
                  <X size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              ),
          },
        ]}
      />
      {mayWrite && (
        <Select
          label="Workflow"
          placeholder="Choose a deployed workflow"
          value={workflowId}
          options={deployedChoices(workflows.data)}
          onChange={setWorkflowId}
        />
      )}
      <DialogButtons>
        <Button onPress={onClose}>Close</Button>
        {mayWrite && (
          <Button
            look="primary"
            isDisabled={workflowId === null}
            isPending={addition.isPending}
            onPress={() => workflowId !== null && addition.do(workflowId)}
          >
            Add tool
          </Button>
        )}
      </DialogButtons>
      {addition.dialog}
      {removal.dialog}
    </Dialog>
  );
}
