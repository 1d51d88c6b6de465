import { gone, taken } from '../refusal.js';
import type { Rules } from '../rule.js';

/** Connections between blocks. */
export const edgeRules: Rules<'add-edge' | 'remove-edge'> = {
  'add-edge': {
    key: ({ edge }) => `edge/${edge.id}`,
    refusal(draft, { edge }) {
      if (draft.edges.some(({ id }) => id === edge.id)) return taken('edge', edge.id);
      return draft.absent(edge.source) ?? draft.absent(edge.target);
    },
    inverse: (_, { edge }) => ({ op: 'remove-edge', id: edge.id }),
    perform: (draft, { edge, index = draft.edges.length }) => void draft.edges.splice(index, 0, edge),
  },
  'remove-edge': {
    key: ({ id }) => `edge/${id}`,
    refusal: (draft, { id }) => (draft.edges.some((edge) => edge.id === id) ? undefined : gone('edge', id)),
    inverse(draft, operation) {
      const index = draft.edges.findIndex(({ id }) => id === operation.id);
      const edge = draft.edges[index];
      if (edge === undefined) throw new Error(gone('edge', operation.id).message);
      return { op: 'add-edge', edge, index };
    },
    perform(draft, operation) {
      const index = draft.edges.findIndex(({ id }) => id === operation.id);
      draft.edges.splice(index, 1);
    },
  },
};
