import type { Caller } from '#kernel/caller.js';
import type { LimitsView } from '#kernel/limits.js';

/** What a caller has left, as answers about workflows show it. Provided by the module that knows plans and usage. */
export abstract class Limits {
  /** Reading it takes nothing. */
  abstract limits(request: { readonly caller: Caller; readonly workspaceId: string }): Promise<LimitsView>;
}
