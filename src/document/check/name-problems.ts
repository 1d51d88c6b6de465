import { blockProblem } from './block-problem.js';
import { referenceName, type Block, type DocumentProblem, type WorkflowDocument } from '../document.js';
import { quoted } from '../quoted.js';

/** In references these names mean the enclosing container or the variables of the workflow. */
const reserved: ReadonlySet<string> = new Set(['loop', 'parallel', 'variable']);

/** The problems of the names of blocks, which references use. */
export function nameProblems({ blocks }: WorkflowDocument): readonly DocumentProblem[] {
  const groups = Map.groupBy(Object.values(blocks), ({ name }) => referenceName(name));
  return [...groups].flatMap(([name, [first, ...others]]) => (first === undefined ? [] : problemsOf(name, first, others)));
}

function problemsOf(name: string, first: Block, others: readonly Block[]): readonly DocumentProblem[] {
  if (name === '') return [first, ...others].map((block) => named(block, `(${block.id}) needs a name`, 'empty_name'));
  const rule = `has a reserved name; ${[...reserved].join(', ')} have a special meaning in references`;
  return [
    ...(reserved.has(name) ? [named(first, rule, 'reserved_name')] : []),
    ...others.map((block) => named(block, `has the same reference name as block ${quoted(first.name)}: ${quoted(name)}`, 'duplicate_name')),
  ];
}

function named(block: Block, what: string, code: string): DocumentProblem {
  return blockProblem(block, what, code, 'name');
}
