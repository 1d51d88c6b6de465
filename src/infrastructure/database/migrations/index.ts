import { Foundation1763600000000 } from './1763600000000-foundation.js';
import { Identity1763600100000 } from './1763600100000-identity.js';
import { Workflows1763600150000 } from './1763600150000-workflows.js';

/** In the order in which they run. */
export const migrations = [Foundation1763600000000, Identity1763600100000, Workflows1763600150000];
