import { Composition } from '#infrastructure/composition.js';

/** Every module's events, projections and tables. */
export const composition = new Composition([]);
