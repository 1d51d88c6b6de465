import type { Json } from '#kernel/json.js';
import type { ToolResult } from '#engine/agents/model-message.js';

/** What a model is shown of a result at most, in characters. The trace keeps all of it. */
const mostShown = 64 * 1024;

/** The result of a tool call as the model is shown it, and the whole value if a part is left out. */
export function shownResult(
  of: Pick<ToolResult, 'callId' | 'name' | 'kind'>,
  value: Json,
): { readonly result: ToolResult; readonly output?: Json } {
  const { callId, name, kind } = of;
  if (isShort(value)) return { result: { callId, name, kind, value } };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= mostShown) return { result: { callId, name, kind, value } };
  const note = `\n[Cut: the first ${mostShown} of ${text.length} characters]`;
  return { result: { callId, name, kind: kind === 'json' ? 'text' : kind, value: text.slice(0, mostShown) + note }, output: value };
}

function isShort(value: Json): boolean {
  return typeof value === 'string' ? value.length <= mostShown : typeof value !== 'object' || value === null;
}
