import { DomainError, statusOf, InfrastructureFault } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockResult, Effect } from '../block.js';

/**
 * Works with data of the workspace, once the intent is durable. Reading is an effect as well, so that a recorded replay shows what was
 * read then. `input` is what traces show; `work` receives the key of the effect, which is the same whenever the block runs again.
 * @throws BlockFailure when the data cannot be read or changed; InfrastructureFault when they are not available
 */
export async function withEffect(
  context: BlockContext,
  { kind, target }: Effect,
  input: Json,
  work: (key: string) => Promise<JsonObject>,
): Promise<BlockResult> {
  const { key } = await context.beginEffect({ kind, target });
  try {
    return { output: await work(key), input };
  } catch (error) {
    if (error instanceof InfrastructureFault) throw error;
    if (error instanceof DomainError) throw new BlockFailure(messageOf(error), { status: statusOf[error.kind], input, cause: error });
    if (error instanceof BlockFailure)
      throw new BlockFailure(error.message, { ...(error.status === undefined ? {} : { status: error.status }), input, cause: error });
    throw error;
  }
}

/** The message with up to five of its details. */
function messageOf({ message, details = [] }: DomainError): string {
  const more = details.map((detail) => detail.message).filter((detail) => detail !== message);
  return more.length === 0 ? message : `${message}: ${more.slice(0, 5).join('; ')}`;
}
