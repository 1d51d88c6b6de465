import { StateEffect, StateField } from '@codemirror/state';
import type { FormSurroundings } from '../forms/form-context.js';

/** What the code can refer to. It changes while other blocks are edited. */
export type KnownNames = Pick<FormSurroundings, 'names' | 'secrets'>;

export const namesChanged = StateEffect.define<KnownNames>();

const none: KnownNames = { names: { references: [], knows: () => true }, secrets: undefined };

export const knownNames = StateField.define<KnownNames>({
  create: () => none,
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(namesChanged)) return effect.value;
    return known;
  },
});
