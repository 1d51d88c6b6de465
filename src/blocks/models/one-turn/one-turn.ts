import type { AnswerSchema } from '#engine/agents/agent-request.js';
import type { Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import type { AgentBeginning, BlockContext, EndedAgent } from '../../block.js';
import { BlockFailure } from '#engine/block-failure.js';
import { Models } from '../../ports/language-models.js';
import { pinnedModel } from '../agent/model-choice.js';
import { answerText, callFacts } from '../outputs/agent-output.js';

/** A question that a model answers at once, without tools. */
export interface OneTurn {
  readonly model: string;
  readonly hasOwnKey: boolean;
  readonly system: string;
  readonly question: string;
  readonly answer?: AnswerSchema;
  /** Names of secrets that the author's texts show to the model. */
  readonly shownSecrets: readonly string[];
  /** What traces show. */
  readonly input: Json;
}

/** Low, so that the same question mostly has the same answer. */
const temperature = 0.1;

export async function beginOneTurn(asked: OneTurn, context: BlockContext<typeof Models>): Promise<AgentBeginning> {
  const model = await pinnedModel(context.use(Models), asked.model, asked.hasOwnKey);
  return {
    request: {
      model,
      fallbacks: [],
      messages: [
        { role: 'system', content: asked.system },
        { role: 'user', content: [{ type: 'text', text: asked.question }] },
      ],
      settings: { temperature },
      tools: [],
      forcedTools: [],
      ...(asked.answer === undefined ? {} : { answerSchema: asked.answer }),
      repairs: 0,
      limits: { maxSteps: 1, maxParallelTools: 1, onLimit: 'fail' },
      shownSecrets: [...asked.shownSecrets],
      warnings: [],
      showsText: false,
    },
    input: asked.input,
  };
}

/**
 * The text that a model answered. An answer that does not fit its schema is left to the block, which says what it needs.
 * @throws BlockFailure if the call failed
 */
export function answered(ended: EndedAgent): string {
  const text = answerText(ended);
  const isUnfit = ended.stopReason === 'invalid-answer' && text !== '';
  if (ended.error !== null && !isUnfit) throw new BlockFailure(ended.error, { output: { content: text, ...callFacts(ended) } });
  return text;
}

/** The JSON in an answer: all of it, or what lies between the braces; undefined for none. */
export function jsonInAnswer(text: string): Json | undefined {
  return parseJson(text) ?? parseJson(text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1));
}
