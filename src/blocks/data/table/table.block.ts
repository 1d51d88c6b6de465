import type { Json } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import { firstFilled, operationProblems } from '../data-fields.js';
import { doWithData } from '../data-work.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import type { PublishedBlock } from '../../palette.js';
import { tableActions } from './table-actions.js';
import { tablePalette } from './table-palette.js';
import { readTableRequest, tableOperations } from './table-request.js';

/** The rows of a table of the workspace. */
export const tableBlock: PublishedBlock = {
  type: 'table',
  palette: tablePalette,
  check: (block) => [...operationProblems(block, tableOperations), ...tableProblems(block)],
  run: (block, context) => {
    const request = readTableRequest(block, context.inputs);
    const { operation, tableId } = request;
    const effect = { kind: 'table', target: `${operation} ${tableId}` } as const;
    return doWithData(context, effect, { ...request } as Json, (data, key) => tableActions[operation](request, data, key));
  },
};

function tableProblems(block: Block): readonly DocumentProblem[] {
  const named = firstFilled(fieldOf(block, 'tableId'), fieldOf(block, 'manualTableId'), fieldOf(block, 'tableSelector'));
  return named === undefined ? [fieldProblem(block, 'tableId', 'must name a table', 'required')] : [];
}
