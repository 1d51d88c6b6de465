import type { Json, JsonObject } from '#kernel/json.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { defineBlock } from '../../define-block.js';
import { choice, line, text } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { operation } from '../../fields/strict.js';
import { Memory, type ConversationMemory, type RememberedConversation } from '../../ports/memory.js';
import { withEffect } from '../data-work.js';

const mostListed = 100;

const adding = { 'x-when': { operation: ['add'] } };
const naming = { 'x-when': { operation: ['add', 'get', 'delete'] } };

const memoryFields = {
  operation: operation(
    '`add` adds a message to a conversation, `get` reads one, `getAll` reads those that changed last, `delete` removes one.',
    ['add', 'getAll', 'get', 'delete'],
  ),
  id: line('Which conversation: any text that tells it from others, such as `<start.customer>`. Agents use the same ids.', {
    title: 'Conversation ID',
    ...naming,
  })
    .also({ conversationId: line('The same, in documents of other editors.', naming) })
    .needed(),
  role: choice('Who said the message.', ['user', 'assistant', 'system'], { default: 'user', ...adding }),
  content: text('What was said. Secrets stay `{{NAME}}` in it.', adding).needed(),
};

type MemoryRequest =
  | { readonly operation: 'getAll' }
  | { readonly operation: 'get' | 'delete'; readonly id: string }
  | { readonly operation: 'add'; readonly id: string; readonly role: 'user' | 'assistant' | 'system'; readonly content: string };

/** The conversations of the workspace, which agents remember too. */
export const memoryBlock = defineBlock({
  type: 'memory',
  name: 'Memory',
  description: 'Adds a message to a conversation of the workspace, reads conversations, or deletes one.',
  category: 'work',
  fields: memoryFields,
  outputs: {
    memories: output('array', 'The conversations: `{conversationId, data}`; `data` has the messages, the oldest first: `{role, content}`.'),
    id: output('string', 'Id of the conversation.'),
  },
  handles: ['source', 'error'],
  needs: [Memory],
  run: (fields, context, shown) => {
    // A stored message is read by models, and those never see a secret.
    const request = shown(readRequest(fields), readRequest);
    const target = 'id' in request ? `${request.operation} ${request.id}` : request.operation;
    return withEffect(context, { kind: 'memory', target }, { ...request } as Json, (key) => answer(request, context.use(Memory), key));
  },
});

function readRequest(fields: ValuesOf<typeof memoryFields>): MemoryRequest {
  const { operation } = fields;
  if (operation === 'getAll') return { operation };
  const { id } = fields;
  return operation === 'add' ? { operation, id, role: fields.role, content: fields.content } : { operation, id };
}

async function answer(request: MemoryRequest, memory: ConversationMemory, key: string): Promise<JsonObject> {
  if (request.operation === 'getAll') return { memories: (await memory.list(mostListed)).map(conversation) };
  const { operation, id } = request;
  switch (operation) {
    case 'add': {
      const messages = [messageOf(request)];
      await memory.append(id, messages, key);
      return { memories: [conversation({ conversationId: id, messages })], id };
    }
    case 'get': {
      const found = await memory.find(id);
      return { memories: found === undefined ? [] : [conversation(found)], id };
    }
    case 'delete':
      await memory.remove(id, key);
      return { memories: [], id };
  }
}

function messageOf({ role, content }: Extract<MemoryRequest, { readonly operation: 'add' }>): ModelMessage {
  return role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] };
}

function conversation({ conversationId, messages }: RememberedConversation): JsonObject {
  return { conversationId, data: messages.map((message) => ({ role: message.role, content: contentOf(message) })) };
}

/** The text of a message; what a tool returned is JSON. */
function contentOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('type' in part ? textOf(part) : JSON.stringify(part.value))).join('\n');
}

function textOf(part: Extract<Exclude<ModelMessage['content'], string>[number], { readonly type: string }>): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'file':
      return `[file ${part.name}]`;
    case 'tool-call':
      return `[call ${part.name} ${part.arguments}]`;
  }
}
