import { CommandFailed } from '../../failure.js';

interface Span {
  readonly blockId?: string;
  readonly name: string;
  readonly children?: readonly Span[];
}

/** The id of a block of a run that is given by id or by name, in any case of letters. @throws CommandFailed that lists the blocks */
export function blockIn(spans: readonly Span[], wanted: string): string {
  const blocks = new Map(all(spans).flatMap(({ blockId, name }) => (blockId === undefined ? [] : [[blockId, name]])));
  if (blocks.has(wanted)) return wanted;
  const named = [...blocks].filter(([, name]) => name.toLowerCase() === wanted.toLowerCase());
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only[0];
  const listed = (only === undefined ? [...blocks] : named).map(([id, name]) => `  ${id}  ${name}`).join('\n');
  const problem = only === undefined ? `No block "${wanted}" ran in this run.` : `${named.length} blocks are named "${wanted}". Use an id.`;
  throw new CommandFailed(blocks.size === 0 ? `${problem} No block ran.` : `${problem} Blocks:\n${listed}`);
}

function all(spans: readonly Span[]): readonly Span[] {
  return spans.flatMap((span) => [span, ...all(span.children ?? [])]);
}
