import { Baseline1763602350000 } from './1763602350000-baseline.js';

/** In the order in which they run. */
export const migrations = [Baseline1763602350000];
