/** A workflow that a new one begins with. */
export interface Template {
  /** Its folder among the examples. */
  readonly id: string;
  readonly name: string;
  /** What it does, and what is to be chosen before it runs. */
  readonly about: string;
  /** Its document, which is loaded when it is used. */
  readonly load: () => Promise<object>;
}

const choosesTable = 'Choose the table in its blocks.';

export const templates: readonly Template[] = [
  {
    id: 'ask-a-human',
    name: 'Ask a human',
    about: 'Asks a person whether a bill may be paid, and waits for the answer.',
    load: () => import('../../../../examples/ask-a-human/workflow.json'),
  },
  {
    id: 'every-row',
    name: 'Every row',
    about: `Goes through the rows of a table in a loop, and changes each of them. ${choosesTable}`,
    load: () => import('../../../../examples/every-row/workflow.json'),
  },
  {
    id: 'every-morning',
    name: 'Every morning',
    about: 'Runs on weekdays at a time of day.',
    load: () => import('../../../../examples/every-morning/workflow.json'),
  },
  {
    id: 'on-new-row',
    name: 'On new row',
    about: `Runs for each new row of a table. ${choosesTable}`,
    load: () => import('../../../../examples/on-new-row/workflow.json'),
  },
  {
    id: 'on-github-push',
    name: 'On GitHub push',
    about: 'Runs for each push to a repository on GitHub, which is given the address of the workflow.',
    load: () => import('../../../../examples/on-github-push/workflow.json'),
  },
  {
    id: 'live',
    name: 'Live',
    about: 'Takes some seconds, so that its blocks can be watched while they run.',
    load: () => import('../../../../examples/live/workflow.json'),
  },
  {
    id: 'extract-an-invoice',
    name: 'Extract an invoice',
    about: 'A model reads an invoice and answers in a given form. Choose the model in its block.',
    load: () => import('../../../../examples/extract-an-invoice/workflow.json'),
  },
  {
    id: 'route-and-grade',
    name: 'Route and grade',
    about: 'A model chooses the way, and another one grades the result. Choose the models in the blocks.',
    load: () => import('../../../../examples/route-and-grade/workflow.json'),
  },
  {
    id: 'support-agent',
    name: 'Support agent',
    about: 'An agent answers questions with a knowledge base and a table as its tools. Choose them and the model in its block.',
    load: () => import('../../../../examples/support-agent/workflow.json'),
  },
  {
    id: 'answer-a-customer',
    name: 'Answer a customer',
    about: 'Looks up a customer and a handbook, and keeps the letter as a file. Choose the table and the knowledge base in the blocks.',
    load: () => import('../../../../examples/answer-a-customer/workflow.json'),
  },
];

/** The document of a template. What the examples fill in by a script is left to be chosen. */
export async function documentOf({ load }: Template): Promise<object> {
  const loaded = (await load()) as { readonly default?: object };
  return withoutPlaces(loaded.default ?? loaded);
}

export function withoutPlaces(document: object): object {
  return JSON.parse(JSON.stringify(document).replaceAll(/"[A-Z]+(?:_[A-Z]+)*_ID"/g, '""')) as object;
}
