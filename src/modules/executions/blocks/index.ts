import { apiBlock } from './api/api.block.js';
import { conditionBlock } from './condition/condition.block.js';
import { fileBlocks } from './file/file.block.js';
import { functionBlock } from './function/function.block.js';
import { humanInTheLoopBlock } from './human-in-the-loop/human-in-the-loop.block.js';
import { knowledgeBlock } from './knowledge/knowledge.block.js';
import { loopBlock } from './loop/loop.block.js';
import { noteBlock } from './note/note.block.js';
import type { PublishedBlock } from './palette.js';
import { parallelBlock } from './parallel/parallel.block.js';
import { BlockRegistry } from './registry.js';
import { responseBlock } from './response/response.block.js';
import { startBlocks } from './start/start.block.js';
import { tableBlock } from './table/table.block.js';
import { variablesBlock } from './variables/variables.block.js';
import { waitBlock } from './wait/wait.block.js';
import { webhookRequestBlock } from './webhook-request/webhook-request.block.js';
import { workflowBlocks } from './workflow/workflow.block.js';

/** Every type of block that authors can choose. A new type is one more line. */
export const blockDefinitions: readonly PublishedBlock[] = [
  ...startBlocks,
  functionBlock,
  apiBlock,
  webhookRequestBlock,
  tableBlock,
  knowledgeBlock,
  ...fileBlocks,
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

/** What runs look blocks up in, and what documents are checked against before they are deployed. */
export const blockRegistry = new BlockRegistry(blockDefinitions);
