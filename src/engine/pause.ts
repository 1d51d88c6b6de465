import type { Json } from '#kernel/json.js';

/** What a block waits for: a moment, or somebody's answer. Times are ISO 8601. */
export type Pause = TimePause | HumanPause;

export type TimePause = { kind: 'time'; resumeAt: string };

export type HumanPause = PausePlace & {
  kind: 'human';
  /** What the answer consists of. */
  fields: ResumeField[];
  expiresAt: string | null;
  /** What happens when nobody has answered by then. */
  onExpiry: 'fail' | 'continue';
  /** The answer that the run continues with when nobody gave one. */
  defaultInput: Json;
  /** When to tell about it a second time. */
  remindAt: string | null;
  /** E-mail addresses of those who may answer; empty: everybody who may write in the workspace. */
  approvers: string[];
  requiredApprovals: number;
};

/** Where in its run a block waits. */
export type PausePlace = {
  /** Names the pause within its run, in addresses too. */
  contextId: string;
  /** The innermost parallel and loop around the block. */
  parallelScope: { parallelId: string; branchIndex: number; branchTotal: number | null } | null;
  loopScope: { loopId: string; iteration: number } | null;
};

export type ResumeField = {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'file[]';
  description: string | null;
  required: boolean;
  /** What stands in for what is not sent; null for nothing. */
  value: Json;
};

/** Somebody who has answered. */
export type Answer = {
  /** Null for one who came by a link that names nobody. */
  userId: string | null;
  email: string | null;
  via: 'key' | 'link';
  keyId: string | null;
  at: string;
};

interface PauseName {
  readonly workflowId: string;
  readonly executionId: string;
  readonly contextId: string;
}

/** The addresses at which a pause is answered: by programs, and by people. */
export function resumeAddresses(
  baseUrl: string,
  { workflowId, executionId, contextId }: PauseName,
): { readonly apiUrl: string; readonly uiUrl: string } {
  const path = `resume/${workflowId}/${executionId}`;
  return { apiUrl: `${baseUrl}/api/${path}/${encodeURIComponent(contextId)}`, uiUrl: `${baseUrl}/${path}` };
}

/** What the signed links are for that those who are asked are sent. */
export const resumeLinkPurpose = 'resume';

/** When something happens about a pause by itself; null when it waits for somebody for ever. */
export function nextMoment(pause: Pause, isReminded: boolean): string | null {
  if (pause.kind === 'time') return pause.resumeAt;
  return isReminded ? pause.expiresAt : (pause.remindAt ?? pause.expiresAt);
}
