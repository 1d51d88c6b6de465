import type { DraftParts } from '../draft-parts.js';
import type { DraftOperation } from '../operation.js';
import { gone } from '../refusal.js';
import type { Rules } from '../rule.js';

/** What belongs to the document and to no block. */
export const documentRules: Rules<'set-variable' | 'remove-variable' | 'metadata'> = {
  'set-variable': {
    key: ({ variable }) => `variable/${variable.id}`,
    refusal: () => undefined,
    inverse: (draft, { variable }) => variableAsIs(draft, variable.id),
    perform: (draft, { variable }) => void draft.variables.set(variable.id, variable),
  },
  'remove-variable': {
    key: ({ id }) => `variable/${id}`,
    refusal: (draft, { id }) => (draft.variables.has(id) ? undefined : gone('variable', id)),
    inverse: (draft, { id }) => variableAsIs(draft, id),
    perform: (draft, { id }) => void draft.variables.delete(id),
  },
  metadata: {
    key: ({ name }) => `metadata/${name}`,
    refusal: () => undefined,
    inverse(draft, { name }) {
      const value = draft.metadata.get(name);
      return { op: 'metadata', name, ...(value === undefined ? {} : { value }) };
    },
    perform(draft, { name, value }) {
      if (value === undefined) draft.metadata.delete(name);
      else draft.metadata.set(name, value);
    },
  },
};

function variableAsIs(draft: DraftParts, id: string): DraftOperation {
  const variable = draft.variables.get(id);
  return variable === undefined ? { op: 'remove-variable', id } : { op: 'set-variable', variable };
}
