import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { Question } from '#modules/pauses/index.js';

/** What visitors see of a failure. Its details are in the log of the run. */
export const failureText = 'Something went wrong, so there is no answer. Please try again.';

/** What visitors see when the text so far is not the answer. The stream continues, and the answer may begin again. */
export const interruptedText = 'The answer so far was interrupted.';

/**
 * A frame of a run as visitors see it: without the details of failures, and with the questions of a pause in place of the links that answer
 * them with the rights of the workspace.
 */
export async function shownFrame(data: Json, questions: () => Promise<readonly Question[]>): Promise<Json> {
  if (!isJsonObject(data)) return data;
  if (data['event'] === 'error') return { ...data, error: failureText };
  if (data['event'] === 'stream_error') return { ...data, error: interruptedText };
  const final = data['event'] === 'final' && isJsonObject(data['data']) ? data['data'] : undefined;
  if (final?.['status'] !== 'paused') return data;
  return { ...data, data: { success: true, output: {}, status: 'paused', questions: (await questions()) as unknown as Json } };
}

/** Collects the reply from the frames of a run: the text of each block, without what was taken back. */
export class ReplyText {
  readonly #texts = new Map<Json | undefined, string>();
  #output: Json | undefined;

  take(data: Json): void {
    if (!isJsonObject(data)) return;
    const { blockId, event, chunk } = data;
    if (typeof chunk === 'string') this.#texts.set(blockId, (this.#texts.get(blockId) ?? '') + chunk);
    if (event === 'chunk_reset' || event === 'stream_error') this.#texts.delete(blockId);
    const final = event === 'final' ? data['data'] : undefined;
    if (isJsonObject(final)) this.#output = final['output'];
  }

  /** The chunks or, if there were none, the output of the run as text. */
  get text(): string {
    const text = [...this.#texts.values()].join('');
    return text === '' && this.#output !== undefined ? outputText(this.#output) : text;
  }
}

/** The text of an output: what an agent answered, a text, the only value, or JSON. */
export function outputText(output: Json): string {
  if (typeof output === 'string') return output;
  if (!isJsonObject(output)) return output === null ? '' : JSON.stringify(output);
  const known = ['content', 'result', 'output', 'response'].map((name) => output[name]).find((value) => typeof value === 'string');
  if (typeof known === 'string') return known;
  const { result } = output;
  return isEmpty(output) ? '' : JSON.stringify(result ?? output, null, 2);
}

function isEmpty(output: JsonObject): boolean {
  return Object.keys(output).length === 0;
}
