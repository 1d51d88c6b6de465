import type { Json } from '#kernel/json.js';
import type { ToolResult } from '#engine/agents/model-message.js';

/** What a model is shown of a result at most, in bytes of UTF-8. The trace keeps all of it. */
const mostShown = 64 * 1024;

/** The result of a tool call as the model is shown it, and the whole value if a part is left out. */
export function shownResult(
  of: Pick<ToolResult, 'callId' | 'name' | 'kind'>,
  value: Json,
): { readonly result: ToolResult; readonly output?: Json } {
  const { callId, name, kind } = of;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const size = Buffer.byteLength(text);
  if (size <= mostShown) return { result: { callId, name, kind, value } };
  const note = `\n[Cut: the first ${mostShown} of ${size} bytes]`;
  return { result: { callId, name, kind: kind === 'json' ? 'text' : kind, value: beginningOf(text) + note }, output: value };
}

/** Without a character that the limit would cut in two. */
function beginningOf(text: string): string {
  const bytes = Buffer.from(text);
  let end = mostShown;
  // A byte that continues a character begins with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
