import { DomainError, InfrastructureFault, statusOf } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import type { AgentMemory } from '#engine/agents/agent-request.js';
import { summaryIn } from '#engine/agents/conversation-summary.js';
import { keptMessages } from '#engine/agents/kept-messages.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockResult, EndedAgent } from '../../block.js';
import { Memory, type RememberedMessages } from '../../ports/memory.js';
import { answerText } from '../outputs/agent-output.js';
import { modelCalls, toolCalls } from '../outputs/call-figures.js';

/**
 * Appends what was said to the conversation of an agent that ended well: the last message of the user and the answer, with the tool calls between
 * them if the author wants that. A conversation that begins has the earlier messages, too.
 * @throws BlockFailure, whose output keeps the answer, when the memory cannot be written and is not optional
 */
export async function remembered(ended: EndedAgent, result: BlockResult, context: BlockContext<typeof Memory>): Promise<BlockResult> {
  const { memory, messages } = ended.request;
  if (memory === undefined) return result;
  const { seed, question } = newMessages(messages);
  const turn = [...question, ...(memory.keepsTools ? toolTurns(ended) : []), ...answerOf(ended)];
  try {
    const { conversationId, expireAfterMs } = memory;
    const { key } = await context.beginEffect({ kind: 'memory', target: `append to ${conversationId}` });
    await context.use(Memory).append(conversationId, turn, key, { seed, expireAfterMs });
    await summarize(ended, memory, context);
    return result;
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
    return unwritten(memory, result, error);
  }
}

/**
 * A message that the memory would refuse after the answer is refused before the model is asked, unless the memory is optional.
 * @param found what the conversation has so far
 * @throws BlockFailure
 */
export function requireKeepable(messages: readonly ModelMessage[], { isOptional }: AgentMemory, found: RememberedMessages | null): void {
  if (isOptional) return;
  const { seed, question } = newMessages(messages);
  const hasBegun = found !== null && (found.messages.length > 0 || found.summary !== null);
  try {
    keptMessages(hasBegun ? question : [...seed, ...question]);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new BlockFailure(`The memory cannot be written: ${error.message}`, { status: statusOf[error.kind], cause: error });
  }
}

/** What a run adds to a conversation besides the answer: the last message of the user, and those before it where the conversation begins. */
function newMessages(messages: readonly ModelMessage[]): { readonly seed: ModelMessage[]; readonly question: ModelMessage[] } {
  const spoken = messages.filter(({ role }) => role !== 'system');
  const last = spoken.findLastIndex(({ role }) => role === 'user');
  return { seed: spoken.slice(0, Math.max(0, last)), question: spoken.slice(last, last + 1) };
}

/** Stores the summary that the agent has received, so that no other run has to ask for it. It expires like a turn of this run. */
async function summarize(
  { request: { summary }, calls }: EndedAgent,
  { conversationId, expireAfterMs }: AgentMemory,
  context: BlockContext<typeof Memory>,
): Promise<void> {
  const text = summaryIn(modelCalls(calls));
  if (summary === undefined || text === undefined) return;
  const { key } = await context.beginEffect({ kind: 'memory', target: `summarize ${conversationId}` });
  await context.use(Memory).summarize(conversationId, { text, through: summary.through, expireAfterMs }, key);
}

function unwritten({ isOptional }: AgentMemory, result: BlockResult, error: DomainError): BlockResult {
  const { output } = result;
  if (!isOptional) throw new BlockFailure(`The memory cannot be written: ${error.message}`, { output, cause: error });
  const warnings = [...(output['warnings'] as readonly string[]), `The memory could not be written: ${error.message}`];
  return { ...result, output: { ...output, warnings } satisfies JsonObject };
}

function answerOf(ended: EndedAgent): readonly ModelMessage[] {
  const text = answerText(ended);
  return text === '' ? [] : [{ role: 'assistant', content: [{ type: 'text', text }] }];
}

/** The calls of tools with their results, turn by turn. */
function toolTurns({ calls }: EndedAgent): readonly ModelMessage[] {
  const results = toolCalls(calls);
  return modelCalls(calls).flatMap(({ turn, parts, outcome }): ModelMessage[] => {
    const told = results.filter((result) => result.turn === turn).toSorted((one, other) => one.tool - other.tool);
    if (outcome !== 'answered' || told.length === 0) return [];
    return [
      { role: 'assistant', content: parts },
      { role: 'tool', content: told.map(({ result }) => result) },
    ];
  });
}
