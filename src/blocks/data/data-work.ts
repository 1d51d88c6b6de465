import { errorAnswer } from '#edge/answer/error-answer.js';
import { DomainError } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { maskText } from '#engine/masking/masking.js';
import type { RunData } from './run-data.js';
import type { BlockContext, BlockResult, Effect } from '../block.js';

/** What a block does with the data of its workspace. `key` names it, however often the block runs. */
export type DataWork = (data: RunData, key: string) => Promise<JsonObject>;

/**
 * Does it, once its intent is durable. Reading has one as well, so that a recorded replay tells what was read then.
 * `input` is what traces show.
 * @throws BlockFailure when the module that keeps the data refuses
 */
export async function doWithData(context: BlockContext, { kind, target }: Effect, input: Json, work: DataWork): Promise<BlockResult> {
  const { key } = await context.beginEffect({ kind, target: maskText(target, context.inputs.usedSecrets) });
  try {
    return { output: await work(context.data, key), input };
  } catch (error) {
    if (error instanceof DomainError) throw new BlockFailure(wordsOf(error), { status: errorAnswer(error).status, input, cause: error });
    if (error instanceof BlockFailure)
      throw new BlockFailure(error.message, { ...(error.status === undefined ? {} : { status: error.status }), input, cause: error });
    throw error;
  }
}

/** The sentence, and what it leaves to the details: what is wrong with which field. */
function wordsOf({ message, details = [] }: DomainError): string {
  const more = details.map((detail) => detail.message).filter((detail) => detail !== message);
  return more.length === 0 ? message : `${message}: ${more.slice(0, 5).join('; ')}`;
}
