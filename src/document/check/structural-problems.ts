import { ancestors, isContainer, parentOf } from '../block-roles.js';
import { blockProblem } from './block-problem.js';
import { findBlock, type Block, type DocumentProblem, type WorkflowDocument } from '../document.js';
import { documentLimits } from '../document-limits.js';
import { edgeProblems } from './edge-problems.js';
import { nameProblems } from './name-problems.js';
import { quoted } from '../quoted.js';

/**
 * The problems that make a document invalid as a workflow: broken connections, cycles, ambiguous names and impossible nesting. An import
 * with such a problem is rejected. A draft may have it until it is deployed.
 */
export function structuralProblems(document: WorkflowDocument): readonly DocumentProblem[] {
  const blocks = Object.values(document.blocks);
  return [...nameProblems(document), ...blocks.flatMap((block) => nestingProblems(block, document.blocks)), ...edgeProblems(document)];
}

function nestingProblems(block: Block, blocks: WorkflowDocument['blocks']): readonly DocumentProblem[] {
  const parentId = parentOf(block);
  if (parentId === undefined) return [];
  const parent = findBlock(blocks, parentId);
  const problem = (what: string, code: string): readonly DocumentProblem[] => [blockProblem(block, what, code, 'data.parentId')];
  if (parent === undefined) return problem('is inside a container that does not exist', 'unknown_parent');
  if (!isContainer(parent)) return problem(`is inside block ${quoted(parent.name)}, which is not a container`, 'unknown_parent');
  const around = ancestors(blocks, block);
  if (around.some(({ id }) => id === block.id)) return problem('is inside itself', 'nested_in_itself');
  const most = documentLimits.containerDepth;
  return around.length > most ? problem(`is nested in more than ${most} containers`, 'nested_too_deep') : [];
}
