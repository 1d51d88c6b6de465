import type { AgentDefinition } from '../../../src/blocks/block.js';
import { BlockFailure } from '../../../src/engine/block-failure.js';
import type { AgentRequest, AgentTool } from '../../../src/engine/agents/agent-request.js';
import type { JsonObject } from '../../../src/kernel/json.js';
import { CodeSandbox } from '../../../src/blocks/ports/code-sandbox.js';
import { Models } from '../../../src/blocks/ports/language-models.js';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { aBlock, aDocument, edges } from './documents.js';
import type { ScriptedTurn } from './scripted-models.js';
import { stepBlocks } from './step-blocks.js';

/** An agent that does what its sub-block `request` says; its output names each call. */
export const testAgent: AgentDefinition = {
  type: 'agent',
  needs: [Models, CodeSandbox],
  check: () => [],
  begin: async (block, context) => {
    const { model = 'a', fallbacks = [], ...given } = (block.params['request'] ?? {}) as Partial<AgentRequest> & JsonObject;
    const models = context.use(Models);
    const pinned = await models.resolve(model as unknown as string, false);
    const others = await Promise.all((fallbacks as unknown as string[]).map((name) => models.resolve(name, false)));
    const text = context.inputs.shown.text(block.params['prompt'] ?? 'Hello');
    return {
      request: { ...aRequest(text), ...given, model: pinned, fallbacks: others } as AgentRequest,
      approval: block.params['approval'] as never,
    };
  },
  leave: (_, context, { stopReason, error, calls }) => {
    const told = calls.map((call) => ('result' in call ? `${call.result.name}: ${call.outcome}` : `${call.model}: ${call.outcome}`));
    const text = calls.flatMap((call) => ('parts' in call ? call.parts : [])).flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const output = { content: text.at(-1) ?? '', stopReason, told };
    void context;
    if (error !== null) throw new BlockFailure(error, { output });
    return { output };
  },
};

function aRequest(text: string): Omit<AgentRequest, 'model' | 'fallbacks'> {
  return {
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    settings: {},
    tools: [],
    forcedTools: [],
    repairs: 0,
    limits: { maxSteps: 20, maxParallelTools: 4, onLimit: 'fail' },
    shownSecrets: [],
    warnings: [],
  };
}

/** A tool that runs a block. */
export function aTool(name: string, type: string, values: Partial<AgentTool> & { readonly params?: JsonObject } = {}): AgentTool {
  const { params = {}, ...more } = values;
  return {
    name,
    title: name,
    description: `Does ${name}`,
    parameters: { type: 'object', properties: { value: {} } },
    digest: name,
    runs: { kind: 'block', type, params, given: {} },
    approval: 'never',
    writes: false,
    ...more,
  };
}

export const agentBlocks = [...stepBlocks, testAgent];

/** An agent `A` with a tool, and a block behind it. */
export function agentDocument(): WorkflowDocument {
  const request = { tools: [aTool('say', 'echo')] as unknown as JsonObject[] };
  const blocks = [aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request }), aBlock('z', 'echo', { value: '<a.content>' })];
  return aDocument(blocks, edges('s > A', 'A > z'));
}

/** Two calls: one with a tool, one with text. */
export const agentScript: readonly ScriptedTurn[] = [{ calls: [{ name: 'say', arguments: { value: 'one' } }] }, { text: 'done' }];
