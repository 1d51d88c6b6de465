import { isContainer, isInTriggerMode, isNote, liveBlocks } from '../block-roles.js';
import type { BlockCatalogue } from '../block-catalogue.js';
import { blockProblem } from './block-problem.js';
import { branchHandles, branchPrefixes } from '../branches.js';
import { containerProblems } from './container-problems.js';
import type { Block, DocumentProblem, Edge, WorkflowDocument } from '../document.js';
import { quoted } from '../quoted.js';
import { startProblems } from './start-problems.js';

/**
 * The problems that prevent the deployment of a well-formed document: no unique start, containers and branches that lead nowhere,
 * unsupported block types (`unknown_block_type`), and the problems that the catalogue finds in a block. Disabled blocks never run and are
 * not checked. A step for each block: the check of one may take tens of milliseconds.
 */
export function* deploySteps(document: WorkflowDocument, catalogue: BlockCatalogue): Generator<void, readonly DocumentProblem[]> {
  const outgoing = Map.groupBy(document.edges, ({ source }) => source);
  const problems = [...startProblems(document)];
  for (const block of liveBlocks(document)) {
    const edges = outgoing.get(block.id) ?? [];
    problems.push(
      ...idProblems(block),
      ...containerProblems(block, edges, document),
      ...branchProblems(block, edges),
      ...catalogueProblems(block, catalogue),
    );
    yield;
  }
  return problems;
}

/** Nodes of a run are named with these: `loop[3]/inner`, `caller()/block`. */
const ofNodeNames = /[/[\]()#~!]/;

function idProblems(block: Block): readonly DocumentProblem[] {
  if (!ofNodeNames.test(block.id)) return [];
  return [
    blockProblem(
      block,
      `has the id ${quoted(block.id)}: none of / [ ] ( ) # ~ ! may be in the id of a block that runs`,
      'invalid_id',
      'id',
    ),
  ];
}

function branchProblems(block: Block, edges: readonly Edge[]): readonly DocumentProblem[] {
  const naming = edges.filter(({ sourceHandle }) => branchPrefixes.some((prefix) => sourceHandle.startsWith(prefix)));
  const known = new Set(naming.length === 0 ? [] : branchHandles(block));
  return naming
    .filter(({ sourceHandle }) => !known.has(sourceHandle))
    .map(({ id, sourceHandle }) => {
      const what = `has no branch for handle ${quoted(sourceHandle)} of edge ${quoted(id)}`;
      return { ...blockProblem(block, what, 'unknown_branch', 'sourceHandle'), edgeId: id };
    });
}

function catalogueProblems(block: Block, catalogue: BlockCatalogue): readonly DocumentProblem[] {
  if (isContainer(block) || isNote(block)) return [];
  if (catalogue.knows(block.type)) return catalogue.check(block);
  // Its type has no effect then, and what fires it is checked with the triggers.
  if (isInTriggerMode(block)) return [];
  return [blockProblem(block, `has the type ${quoted(block.type)}, which this server does not support`, 'unknown_block_type', 'type')];
}
