import { BlockFailure } from '#engine/block-failure.js';
import type { PlannedTarget } from '#engine/graph/plan.js';
import { defineBlock } from '../../define-block.js';
import { text } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { decimal } from '../../fields/strict.js';
import { Models } from '../../ports/language-models.js';
import { keyField, modelField } from '../agent/model-fields.js';
import { shown } from '../agent/shown-field.js';
import { answered, beginOneTurn } from '../one-turn/one-turn.js';
import { callFacts, callOutputs } from '../outputs/agent-output.js';

/** Lets a model choose one of the blocks that edges lead to, by their names. Older documents have it. */
export const routerBlock = defineBlock({
  type: 'router',
  replacedBy: 'router_v2',
  name: 'Router (older)',
  description: 'Lets a language model choose one of the blocks behind it by their names. New workflows use router_v2.',
  category: 'control',
  fields: {
    prompt: shown(
      text('What decides, and how: `Send questions to Support and orders to Sales: <start.message>`.').required('must say what is routed'),
    ),
    model: modelField,
    systemPrompt: text('Not used: the prompt is made from the names of the blocks.', { deprecated: true }).written(),
    temperature: decimal('Not used: the model answers with as little chance as possible.', { minimum: 0, maximum: 2, deprecated: true }),
    apiKey: keyField,
  },
  outputs: {
    prompt: output('string', 'What was routed.'),
    ...callOutputs,
    selectedRoute: output('string', 'Id of the chosen block.'),
    selectedPath: anything('The chosen block: `{blockId, blockType, blockTitle}`.'),
  },
  handles: ['source', 'error'],
  needs: [Models],
  begin: ({ prompt, model, apiKey }, context) => {
    const targets = choices(context.block.targets);
    if (targets.length === 0) throw new BlockFailure('No block is connected to the router', { status: 400 });
    const system = promptOf(targets);
    const input = { prompt: prompt.value, targets: targets.map(({ blockId }) => blockId) };
    return beginOneTurn({ model, hasOwnKey: apiKey, system, question: prompt.value, shownSecrets: prompt.secrets, input }, context);
  },
  leave: ({ prompt }, { block }, ended) => {
    const targets = choices(block.targets);
    const said = { prompt: prompt.value, ...callFacts(ended) };
    const answer = answered(ended).trim();
    const chosen = targets.find(({ blockId }) => blockId === answer) ?? onlyNamed(targets, answer);
    if (chosen === undefined) {
      const ids = targets.map(({ blockId }) => blockId).join(', ');
      throw new BlockFailure(`Invalid routing decision: "${answer.slice(0, 200)}" is the id of no connected block. Available: ${ids}`, {
        output: said,
        status: 422,
      });
    }
    const { handle, blockId, blockType, blockTitle } = chosen;
    return { output: { ...said, selectedRoute: blockId, selectedPath: { blockId, blockType, blockTitle } }, handle };
  },
});

function choices(targets: readonly PlannedTarget[]): readonly PlannedTarget[] {
  return targets.filter(({ handle }) => handle !== 'error');
}

/** The only target whose id is in the answer: models like to write a sentence around it. */
function onlyNamed(targets: readonly PlannedTarget[], answer: string): PlannedTarget | undefined {
  const named = targets.filter(({ blockId }) => answer.includes(blockId));
  return named.length === 1 ? named[0] : undefined;
}

function promptOf(targets: readonly PlannedTarget[]): string {
  const lines = targets.map(({ blockId, blockTitle, blockType }) => `- id: ${blockId}\n  name: ${blockTitle}\n  type: ${blockType}`);
  return [
    'You decide which step of a workflow comes next. The message of the user says what is routed and how.',
    'The possible steps are:',
    ...lines,
    'Answer with the id of one step and nothing else.',
  ].join('\n');
}
