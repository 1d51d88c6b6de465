import type { Json } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { plainText } from '#engine/values/json-text.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import { firstFilled, needed, readOperation } from '../data-fields.js';
import { fileReferences } from '../file-references.js';

export const fileOperations = ['file_read', 'file_get_content', 'file_write'] as const;

export interface FindFilesRequest {
  readonly operation: 'file_read' | 'file_get_content';
  readonly files: readonly string[];
}

export interface WriteFileRequest {
  readonly operation: 'file_write';
  readonly fileName: string;
  readonly content: string;
  readonly contentType: string;
  readonly overwrite: boolean;
}

const types: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
]);

/** @throws BlockFailure when a field is missing or is not what it has to be */
export function readFileRequest({ params }: PlannedBlock, inputs: BlockInputs): FindFilesRequest | WriteFileRequest {
  const operation = readOperation(params['operation'], fileOperations);
  if (operation === 'file_write') return readWrite(params, inputs);
  const files: readonly [string, Json | undefined] =
    operation === 'file_read'
      ? ['readFile', firstFilled(params['readFile'], params['readFileId'])]
      : ['getContentFile', firstFilled(params['getContentFile'], params['getContentFileId'])];
  const [name, written] = files;
  return { operation, files: fileReferences(name, inputs.json(needed(name, written))) };
}

function readWrite(params: PlannedBlock['params'], inputs: BlockInputs): WriteFileRequest {
  const fileName = needed('fileName', inputs.text(params['fileName']).trim());
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return {
    operation: 'file_write',
    fileName,
    content: inputs.text(params['content']),
    contentType: inputs.text(params['contentType']).trim() || (types.get(extension) ?? 'text/plain'),
    overwrite: plainText(params['overwrite']) === 'true',
  };
}
