import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { exampleInput, prepareExample, runOfQuery, startExample, type Prepared } from '../../api/example.js';
import { keys } from '../../api/keys.js';
import { newId } from '../../api/new-id.js';
import { Button } from '../../parts/controls/button.js';
import { Problem } from '../../parts/show/problem.js';
import { Code } from '../../parts/show/small-parts.js';
import { useAction } from '../../shell/use-action.js';
import styles from './home.module.css';

/** Deploys the example if it is not there, makes a key for a day, and waits for the run. */
export function Example({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const [prepared, setPrepared] = useState<Prepared>();
  const prepare = useAction({
    act: () => prepareExample(workspaceId),
    changes: [keys.workflows(workspaceId), keys.apiKeys(workspaceId)],
    onDone: setPrepared,
  });
  return (
    <>
      <div>
        <h3>Run the example</h3>
        <p>A workflow that works out a fee and asks for a review of high ones. You get an API key for a day, and a command to paste.</p>
      </div>
      {prepared === undefined ? (
        <Button look="primary" isPending={prepare.isPending} onPress={() => prepare.do()}>
          Run the example
        </Button>
      ) : (
        <Command workspaceId={workspaceId} prepared={prepared} />
      )}
      {prepare.error !== null && <Problem error={prepare.error} />}
      {prepare.dialog}
    </>
  );
}

function Command({ workspaceId, prepared }: { readonly workspaceId: string; readonly prepared: Prepared }): ReactNode {
  const { workflowId, key, since } = prepared;
  const run = useQuery(runOfQuery(workspaceId, workflowId, since));
  const [attempt] = useState(() => newId());
  const start = useAction({ act: () => startExample(workflowId, attempt) });
  const executionId = run.data ?? undefined;
  return (
    <div className={styles['command']}>
      <Code text={commandOf(workflowId, key)} label="Copy the command" />
      <p className={styles['muted']}>The key is shown this once. It may only start workflows, and ends tomorrow.</p>
      <div className={styles['next']}>
        <span role="status">
          {executionId === undefined ? (
            'Waiting for the run'
          ) : (
            <>
              The run is there:{' '}
              <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
                open its trace
              </Link>
            </>
          )}
        </span>
        {executionId === undefined && (
          <Button isPending={start.isPending} onPress={() => start.do()}>
            Run it from here
          </Button>
        )}
      </div>
      {(start.error ?? run.error) !== null && <Problem error={start.error ?? run.error} />}
    </div>
  );
}

function commandOf(workflowId: string, key: string): string {
  return [
    `curl -s ${location.origin}/api/workflows/${workflowId}/execute \\`,
    `  -H 'X-API-Key: ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(exampleInput)}'`,
  ].join('\n');
}
