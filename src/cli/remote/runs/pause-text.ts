import type { SluiceClient } from '#client';

/** What a paused run waits for, and how to answer its question: a page for people, a command for programs. */
export async function pauseLines(client: SluiceClient, workflowId: string, executionId: string): Promise<readonly string[]> {
  const { paused } = await client.executions.get(workflowId, executionId);
  if (paused?.pauseKind === 'time') return [`The run waits until ${paused.resumeAt ?? 'a later time'} and continues by itself.`];
  const { pausePoints } = await client.pauses.execution(workflowId, executionId);
  const open = pausePoints.filter(({ resumeStatus }) => resumeStatus === 'paused');
  return open.flatMap(({ resumeLinks: { uiUrl, apiUrl } }) => [
    'The run waits for an answer:',
    `  page     ${uiUrl}`,
    `  command  curl -X POST '${apiUrl}' -H "X-API-Key: $SLUICE_API_KEY" -H 'Content-Type: application/json' -d '{"input": {}}'`,
  ]);
}
