import type { RunMessage } from '#client';

/** The outcome of a run, or its pause. */
export type RunOutcome =
  | { readonly status: 'completed' | 'paused'; readonly output: unknown; readonly error: null }
  | { readonly status: 'failed'; readonly output: null; readonly error: string };

/** The outcome from the messages of a run. @throws when the messages contain none */
export async function outcomeOf(messages: AsyncIterable<RunMessage>): Promise<RunOutcome> {
  let outcome: RunOutcome | undefined;
  for await (const message of messages) {
    if (!('event' in message)) continue;
    if (message.event === 'error') outcome = { status: 'failed', output: null, error: message.error };
    else if (message.event === 'final') outcome = { status: message.data.status ?? 'completed', output: message.data.output, error: null };
  }
  if (outcome === undefined) throw new Error('The stream of the run ended without an outcome');
  return outcome;
}
