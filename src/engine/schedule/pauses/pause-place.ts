import type { Pause, PausePlace } from '../../pause.js';
import type { ReadyNode } from '../scheduler.js';
import type { Pass, Scope } from '../scope.js';

/** What a pause of a node is called: the name of the node, in characters that need no escape in an address. The second one has `.2` behind it. */
export function contextIdOf(node: string, earlierPauses = 0): string {
  const number = earlierPauses === 0 ? '' : `.${earlierPauses + 1}`;
  return `${node.replaceAll('/', '~').replaceAll('[', '(').replaceAll(']', ')').replaceAll('#', '!')}${number}`;
}

/** What the pause of an event is called. */
export function contextIdIn({ node, pause }: { readonly node: string; readonly pause: Pause }): string {
  return pause.kind === 'human' ? pause.contextId : contextIdOf(node);
}

/** The place of a paused block in its run. */
export function placeOf({ key, scope }: ReadyNode, earlierPauses = 0): PausePlace {
  const parallel = innermost(scope, 'parallel');
  const loop = innermost(scope, 'loop');
  return {
    contextId: contextIdOf(key, earlierPauses),
    parallelScope: parallel === null ? null : { parallelId: parallel.id, branchIndex: parallel.index, branchTotal: parallel.total },
    loopScope: loop === null ? null : { loopId: loop.id, iteration: loop.index },
  };
}

function innermost(scope: Scope, kind: 'loop' | 'parallel'): (Pass & { readonly id: string }) | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (at.region.kind === kind && at.pass !== null) return { ...at.pass, id: at.region.id };
  }
  return null;
}
