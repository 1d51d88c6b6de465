import { defineBlock } from '../../define-block.js';
import { Files } from '../../ports/files.js';
import { Models } from '../../ports/language-models.js';
import { Mcp } from '../../ports/mcp.js';
import { Memory } from '../../ports/memory.js';
import { Workflows } from '../../ports/workflows.js';
import { agentOutputs, agentResult } from '../outputs/agent-output.js';
import { agentAdvice, agentFaults } from './agent-checks.js';
import { agentFields } from './agent-fields.js';
import { beginAgent } from './begin-agent.js';
import { remembered } from './remember.js';

/** Asks a language model, in turns with tools until it has answered. */
export const agentBlock = defineBlock({
  type: 'agent',
  name: 'Agent',
  description: 'Asks a language model, which may call tools until it has answered. Each call is recorded and charged once.',
  category: 'work',
  fields: agentFields,
  outputs: agentOutputs,
  handles: ['source', 'error'],
  needs: [Models, Files, Memory, Mcp, Workflows],
  check: agentFaults,
  advise: agentAdvice,
  begin: beginAgent,
  leave: (_fields, context, ended) => remembered(ended, agentResult(ended), context),
});
