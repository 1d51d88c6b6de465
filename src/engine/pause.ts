import type { Json } from '#kernel/json.js';

/** What a paused block waits for: a moment, or the answer of a person. Times are ISO 8601. */
export type Pause = TimePause | HumanPause;

export type TimePause = { kind: 'time'; resumeAt: string };

export type HumanPause = PausePlace & {
  kind: 'human';
  /** The fields of the answer. */
  fields: ResumeField[];
  expiresAt: string | null;
  /** What happens when the question expires. */
  onExpiry: 'fail' | 'continue';
  /** The default answer, with which the run continues after the question has expired. */
  defaultInput: Json;
  /** When to send the reminder. */
  remindAt: string | null;
  /** E-mail addresses of the people who can answer; empty: everyone who can write in the workspace. */
  approvers: string[];
  requiredApprovals: number;
};

/** The place of a paused block in its run. */
export type PausePlace = {
  /** Id of the pause within its run, also used in addresses. */
  contextId: string;
  /** The innermost parallel and loop around the block. */
  parallelScope: { parallelId: string; branchIndex: number; branchTotal: number | null } | null;
  loopScope: { loopId: string; iteration: number } | null;
};

/** A field of the form of a question. */
export type ResumeField = {
  /** Name of the field in the answer. */
  name: string;
  /** The label that people see; absent: the name. */
  title?: string;
  /** Type of the value. */
  type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'file[]';
  /** What the field is for; null if the author says nothing. */
  description: string | null;
  /** Whether an answer must have a value. */
  required: boolean;
  /** The default value; null if there is none. */
  value: Json;
  /** The values to choose from, in their order; absent: any value of the type. */
  options?: FieldOption[];
};

/** A value to choose. */
export type FieldOption = {
  /** The value of the answer. */
  value: string | number;
  /** The text that people see. */
  label: string;
};

/** A person or program that has answered. */
export type Answer = {
  /** Null for a link without a named person. */
  userId: string | null;
  email: string | null;
  via: 'key' | 'session' | 'link';
  keyId: string | null;
  at: string;
  /** The answer of this person; absent for the only answer to a question, which is the input of the run. */
  input?: Json;
};

interface PauseName {
  readonly workflowId: string;
  readonly executionId: string;
  readonly contextId: string;
}

/** The addresses at which a pause is answered, by programs and by people. */
export function resumeAddresses(
  baseUrl: string,
  { workflowId, executionId, contextId }: PauseName,
): { readonly apiUrl: string; readonly uiUrl: string } {
  const path = `resume/${workflowId}/${executionId}`;
  return { apiUrl: `${baseUrl}/api/${path}/${encodeURIComponent(contextId)}`, uiUrl: `${baseUrl}/${path}` };
}

/** The purpose of the signed links that approvers receive. */
export const resumeLinkPurpose = 'resume';

/** When a pause next ends or is reminded by itself; null if only an answer ends it. */
export function nextMoment(pause: Pause, isReminded: boolean): string | null {
  if (pause.kind === 'time') return pause.resumeAt;
  return isReminded ? pause.expiresAt : (pause.remindAt ?? pause.expiresAt);
}
