import { agentBlock } from './models/agent/agent.block.js';
import { apiBlock } from './http/api/api.block.js';
import { conditionBlock } from './flow/condition/condition.block.js';
import { evaluatorBlock } from './models/evaluator/evaluator.block.js';
import { fileBlocks } from './data/file/file.block.js';
import { functionBlock } from './code/function/function.block.js';
import { genericWebhookBlock } from './flow/triggers/generic-webhook.block.js';
import { guardrailsBlock } from './models/guardrails/guardrails.block.js';
import { humanInTheLoopBlock } from './people/human-in-the-loop/human-in-the-loop.block.js';
import { knowledgeBlock } from './data/knowledge/knowledge.block.js';
import { loopBlock } from './flow/loop/loop.block.js';
import { mcpBlock } from './http/mcp/mcp.block.js';
import { memoryBlock } from './data/memory/memory.block.js';
import { noteBlock } from './flow/note/note.block.js';
import type { PublishedBlock } from './define-block.js';
import { parallelBlock } from './flow/parallel/parallel.block.js';
import { BlockRegistry } from './palette/registry.js';
import { imapBlock } from './flow/triggers/imap.block.js';
import { rssBlock } from './flow/triggers/rss.block.js';
import { responseBlock } from './flow/response/response.block.js';
import { routerBlock } from './models/router/router.block.js';
import { routerV2Block } from './models/router/router-v2.block.js';
import { scheduleBlock } from './flow/triggers/schedule.block.js';
import { startBlocks } from './flow/start/start.block.js';
import { tableBlock } from './data/table/table.block.js';
import { tableNewRowBlock } from './flow/triggers/table-new-row.block.js';
import { variablesBlock } from './flow/variables/variables.block.js';
import { waitBlock } from './flow/wait/wait.block.js';
import { webhookRequestBlock } from './http/webhook-request/webhook-request.block.js';
import { workspaceEventBlock } from './flow/triggers/workspace-event.block.js';
import { workflowBlocks } from './flow/workflow/workflow.block.js';

/** Every type of block that authors can choose. A new type is one more line. */
export const blockDefinitions: readonly PublishedBlock[] = [
  ...startBlocks,
  genericWebhookBlock,
  scheduleBlock,
  tableNewRowBlock,
  workspaceEventBlock,
  rssBlock,
  imapBlock,
  agentBlock,
  routerV2Block,
  routerBlock,
  evaluatorBlock,
  guardrailsBlock,
  functionBlock,
  apiBlock,
  webhookRequestBlock,
  mcpBlock,
  tableBlock,
  knowledgeBlock,
  ...fileBlocks,
  memoryBlock,
  ...workflowBlocks,
  conditionBlock,
  loopBlock,
  parallelBlock,
  variablesBlock,
  waitBlock,
  humanInTheLoopBlock,
  responseBlock,
  noteBlock,
];

/** Runs find their blocks here; documents are checked against it before they are deployed. */
export const blockRegistry = new BlockRegistry(blockDefinitions);
