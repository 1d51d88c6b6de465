import { useState, type ReactNode } from 'react';
import type { Block, WorkflowDocument } from '../../../../src/document/document.js';
import { applyOperations } from '../../../../src/modules/workflows/domain/edits/apply-operations.js';
import type { PaletteEntry } from '../../api/blocks.js';
import { BlockForm } from '../../editor/forms/block-form.js';
import { lastWorkspace } from '../../shell/last-workspace.js';
import styles from './parts.module.css';

const holds = { 'x-holds': ['references', 'secrets'] };
const text = { type: ['string', 'number', 'boolean'], ...holds };
const cells = { type: 'object', properties: { Key: text, Value: text } };

/** A type of block with a field for each control: no server has it. */
const entry: PaletteEntry = {
  type: 'example',
  name: 'Example',
  description: 'A block with a field for each control.',
  category: 'work',
  container: false,
  inputsIn: 'subBlocks',
  targetHandle: 'target',
  replacedBy: null,
  errorEdge: true,
  retry: true,
  handles: ['branch-<id>', 'error'],
  outputs: { result: { type: 'object', description: 'The result.' } },
  inputs: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['address'],
    properties: {
      address: { ...text, description: 'Where the order is sent. It may contain `<` references and `{{` secrets.' },
      method: { type: 'string', enum: ['GET', 'POST'], default: 'GET', description: 'The method.' },
      format: { type: 'string', enum: ['json', 'text', 'form', 'xml', 'csv'], default: 'json', description: 'The format of the body.' },
      body: { contentMediaType: 'application/json', ...holds, 'x-when': { method: ['POST'] }, description: 'What is sent.' },
      isUrgent: {
        type: ['boolean', 'string'],
        enum: [true, false, 'true', 'false'],
        default: false,
        description: 'Whether it is sent first.',
      },
      attempts: { type: ['number', 'string'], minimum: 1, maximum: 10, default: 3, ...holds, description: 'Most attempts.' },
      headers: {
        type: ['array', 'object', 'string'],
        items: { anyOf: [{ type: 'object', properties: { cells } }, cells] },
        description: 'Headers.',
      },
      branches: {
        type: ['array', 'string'],
        description: 'Where it continues.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Names the handle.' },
            title: { type: 'string', description: 'Name of the branch.' },
            value: { type: 'string', contentMediaType: 'text/javascript', ...holds, description: 'When it is taken.' },
          },
        },
      },
      tableId: { ...text, 'x-names': 'table', description: 'Table with the orders.' },
      token: { ...text, writeOnly: true, description: 'Token of the receiver.' },
      people: { type: ['array', 'string'], items: { type: 'string' }, 'x-names': 'member', description: 'Who is notified.' },
      code: { type: 'string', contentMediaType: 'text/javascript', ...holds, description: 'The body of a function.' },
      former: { ...text, deprecated: true, description: 'The same, as older documents call it.' },
    },
  },
};

const block = (id: string, name: string, fields: Readonly<Record<string, Block['subBlocks'][string]['value']>>): Block => ({
  id,
  type: 'example',
  name,
  position: { x: 0, y: 0 },
  subBlocks: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { id: field, type: 'short-input', value }])),
  outputs: {},
  enabled: true,
  data: {},
});
const first: WorkflowDocument = {
  blocks: {
    order: block('order', 'Read the order', {}),
    send: block('send', 'Send the order', {
      address: 'https://shop.example/orders/<readtheorder.result.id>?of=<customer.name>',
      branches: JSON.stringify([
        { id: 'send-1', title: 'Sent', value: '<readtheorder.result.id> > 0' },
        { id: 'send-2', title: 'Refused', value: '' },
      ]),
      headers: [{ id: '1', cells: { Key: 'Authorization', Value: 'Bearer {{SHOP_TOKEN}}' } }],
      code: 'return <readtheorder.result>',
    }),
  },
  edges: [
    { id: 'one', source: 'order', target: 'send', sourceHandle: 'source', targetHandle: 'target' },
    { id: 'two', source: 'send', target: 'order', sourceHandle: 'branch-send-2', targetHandle: 'target' },
  ],
  loops: {},
  parallels: {},
  variables: { v: { id: 'v', name: 'discount', type: 'number', value: 10 } },
  metadata: {},
};
const problems = [
  {
    blockId: 'send',
    field: 'address',
    code: 'unknown_reference',
    message: 'Block "Send the order": address names no block "customer"',
    isWarning: true,
  },
  { blockId: 'send', field: 'branches.1.value', code: 'required', message: 'Block "Send the order": branches.1.value is missing' },
];
const last = new Map([['order', { result: { id: 17, customer: { name: 'Ada Lovelace' } } }]]);

/** The form of a block of a type that only this page has. */
export function BlockFormExample(): ReactNode {
  const [document, setDocument] = useState(first);
  const [label, setLabel] = useState('No edit yet');
  const send = document.blocks['send'];
  if (send === undefined) return null;
  return (
    <section aria-labelledby="block-form">
      <h2 id="block-form">Form of a block</h2>
      <div className={styles['panel']}>
        <BlockForm
          block={send}
          entry={entry}
          document={document}
          workspaceId={lastWorkspace.get() ?? ''}
          problems={problems}
          isReadOnly={false}
          lastOutputs={last}
          onEdit={(operations, text) => {
            const applied = applyOperations(document, operations);
            if (applied.refused !== undefined) throw new Error(applied.refused.message);
            setDocument(applied.document);
            setLabel(text);
          }}
        />
        <output aria-label="Last edit">{label}</output>
        <pre aria-label="Edges">{document.edges.map(({ id }) => id).join(' ')}</pre>
        <pre aria-label="Block as it is stored">
          {JSON.stringify(Object.fromEntries(Object.values(send.subBlocks).map(({ id, value }) => [id, value])), null, 1)}
        </pre>
      </div>
    </section>
  );
}
