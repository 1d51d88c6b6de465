import { canonicalJson } from '#kernel/text/canonical-json.js';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import type { ToolApproval } from '#engine/agents/agent-request.js';
import type { HumanPause, ResumeField } from '#engine/pause.js';
import { checkAnswer } from '#engine/values/check-answer.js';
import type { BlockContext, BlockPause, PauseEnd } from '#blocks/block.js';

/** What people have decided about a tool call. */
export type ApprovalDecision =
  | { readonly kind: 'approved'; readonly args: JsonObject }
  | { readonly kind: 'denied'; readonly reason: string }
  /** Several people have approved the call, each with other arguments; `args` are those of the last. */
  | { readonly kind: 'differing'; readonly args: JsonObject }
  /** No one answered in time, and the author wants the agent to fail then. */
  | { readonly kind: 'expired'; readonly error: string };

interface Asked {
  readonly tool: string;
  readonly agent: string;
  readonly arguments: JsonObject;
  /** Why the former answer could not be used. */
  readonly problem?: string;
}

const anybody: ToolApproval = { approvers: [], requiredApprovals: 1, expiresInMs: null, onExpiry: 'continue' };

/** A question about a tool call. It is an ordinary pause: people find it in the inbox and answer it on the page or over the API. */
export function askApproval(
  asked: Asked,
  approval: ToolApproval | undefined,
  context: Pick<BlockContext, 'pausePlace' | 'now'>,
): BlockPause {
  const { contextId, parallelScope, loopScope, apiUrl, uiUrl, executionId, workflowId } = context.pausePlace();
  const { approvers, requiredApprovals, expiresInMs, onExpiry } = approval ?? anybody;
  const pause: HumanPause = {
    kind: 'human',
    contextId,
    parallelScope,
    loopScope,
    fields: fieldsOf(asked.arguments),
    expiresAt: expiresInMs === null ? null : new Date(context.now().getTime() + expiresInMs).toISOString(),
    onExpiry,
    defaultInput: { approved: false, reason: 'No one answered in time' },
    remindAt: null,
    approvers: [...approvers],
    requiredApprovals,
  };
  const links = { apiUrl, uiUrl, contextId, executionId, workflowId };
  const data = { ...asked, _resume: links };
  return {
    pause,
    output: { url: uiUrl, resumeEndpoint: apiUrl, response: { data, status: 200, headers: {} } },
    input: { ...asked },
  };
}

function fieldsOf(args: JsonObject): ResumeField[] {
  return [
    { name: 'approved', title: 'Approve this call', type: 'boolean', description: null, required: true, value: null },
    {
      name: 'arguments',
      title: 'Arguments',
      type: 'object',
      description: 'What the tool is called with. Change it to call the tool with other arguments.',
      required: false,
      value: args,
    },
    {
      name: 'reason',
      title: 'Reason',
      type: 'string',
      description: 'The model receives it when a call is refused.',
      required: false,
      value: null,
    },
  ];
}

/** Reads the answers to a question about a tool call with these arguments: all of them must approve the same call. */
export function readApproval({ reason, input, answers, at }: PauseEnd, pause: HumanPause, args: JsonObject): ApprovalDecision {
  if (reason === 'expired' && pause.onExpiry === 'fail') {
    return { kind: 'expired', error: `No answer about a tool call arrived before ${pause.expiresAt ?? at}` };
  }
  const given = answers.flatMap(({ input: own }) => (own === undefined ? [] : [own]));
  const read = [...given, input].map((each) => checkAnswer(pause.fields, each).values);
  const refusal = read.find(({ approved }) => approved !== true);
  if (refusal !== undefined) return { kind: 'denied', reason: reasonOf(refusal) };
  const calls = read.map(({ arguments: edited }) => (isJsonObject(edited) ? edited : args));
  const last = calls.at(-1) ?? args;
  const isOne = new Set(calls.map(canonicalJson)).size === 1;
  return { kind: isOne ? 'approved' : 'differing', args: last };
}

function reasonOf({ reason }: JsonObject): string {
  return typeof reason === 'string' && reason.trim() !== '' ? reason : 'The call was refused';
}
