import type { PagePoint, PausePage } from '#modules/pauses/page/pause-page.js';

/** A question with one field of each type. */
export function aPoint(changes: Partial<PagePoint> = {}): PagePoint {
  return {
    contextId: 'review-1',
    title: 'Review of the order',
    data: {
      order: 'A-1009',
      total: 4200.5,
      urgent: true,
      remark: null,
      plan: 'https://files.example/plan.pdf',
      customer: { name: 'Øst & Vest AS', address: { city: 'Bergen' } },
      lines: [
        { item: 'Anchor', count: 2 },
        { item: 'Chain, 40 m', count: 1 },
      ],
      notes: ['by hand', 'two people'],
    },
    fields: [
      { name: 'decision', type: 'string', description: 'What is to happen with the order', required: true, value: null },
      { name: 'discount', type: 'number', description: null, required: false, value: 5 },
      { name: 'notify', type: 'boolean', description: 'Tell the customer', required: true, value: true },
      { name: 'changes', type: 'object', description: null, required: false, value: { city: 'Oslo' } },
      { name: 'tags', type: 'array', description: null, required: false, value: null },
      {
        name: 'region',
        title: 'Sales region',
        type: 'string',
        description: 'Where the order is sent from',
        required: true,
        value: 'south',
        options: [
          { value: 'north', label: 'The north' },
          { value: 'south', label: 'The south' },
        ],
      },
      { name: 'papers', type: 'file[]', description: null, required: false, value: null },
    ],
    status: 'open',
    expiresAt: '2026-12-01T08:30:00.000Z',
    requiredApprovals: 1,
    answers: [],
    hindrance: null,
    attempt: null,
    ...changes,
  };
}

/** A question of an agent about a call of a tool. */
export function aToolCall(changes: Partial<PagePoint> = {}): PagePoint {
  const given = { order: 1815, customer: { name: 'Ada', address: { city: 'London' } }, lines: [{ item: 'Anchor', count: 2 }] };
  return aPoint({
    contextId: 'agent!0.0',
    title: 'Support',
    data: { tool: 'refund', agent: 'Support', arguments: given },
    fields: [
      { name: 'approved', title: 'Approve this call', type: 'boolean', description: null, required: true, value: null },
      {
        name: 'arguments',
        title: 'Arguments',
        type: 'object',
        description: 'What the tool is called with.',
        required: false,
        value: given,
      },
      { name: 'reason', title: 'Reason', type: 'string', description: null, required: false, value: null },
    ],
    expiresAt: null,
    ...changes,
  });
}

export function aPage(changes: Partial<PausePage> = {}): PausePage {
  return {
    workflowName: 'Orders with a review',
    executionId: '019a8f00-0000-7000-8000-000000000001',
    status: 'waiting',
    points: [aPoint()],
    access: { by: 'link', token: 'token-of-anna', email: 'anna@example.com' },
    ...changes,
  };
}
