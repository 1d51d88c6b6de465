import type { WorkflowDocument } from '../../../../../src/document/document.js';
import { parseDocument } from '../../../../../src/document/parse/parse-document.js';
import { isJsonObject, type Json } from '../../../../../src/kernel/json.js';
import type { Point } from '../../../canvas/picture.js';
import { pasteBlocks } from '../clipboard.js';
import type { Command, Impossible } from '../command.js';
import { curlRequest, type CurlRequest } from './curl.js';

/** Adds the blocks of a text with new ids and free names. References inside of it follow. Undefined without a text. */
export function pasteText(document: WorkflowDocument, text: string, at: Point, parentId?: string): Command | Impossible | undefined {
  if (text.trim() === '') return undefined;
  const clip = blocksIn(text);
  if ('refused' in clip) return clip;
  return pasteBlocks(document, clip, at, parentId);
}

const noBlocks = { refused: 'Only blocks, workflows as JSON and commands of curl can be pasted here.' };

/** The blocks that a text describes: what was copied here, a document, an export, or a command of curl. */
function blocksIn(text: string): WorkflowDocument | Impossible {
  const request = curlRequest(text);
  if (request !== undefined) return 'refused' in request ? request : apiBlock(request);
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return noBlocks;
  }
  if (!isJsonObject(raw as Json)) return noBlocks;
  const object = raw as Readonly<Record<string, Json>>;
  const state = isJsonObject(object['state'] ?? null) ? object['state'] : isJsonObject(object['blocks'] ?? null) ? object : undefined;
  if (state === undefined) return noBlocks;
  const { document, problems = [] } = parseDocument({ state });
  return document ?? { refused: problems[0]?.message ?? 'The text is not a workflow' };
}

function apiBlock({ url, method, headers, body }: CurlRequest): WorkflowDocument | Impossible {
  const rows = headers.map(([Key, Value], index) => ({ id: String(index + 1), cells: { Key, Value } }));
  const fields: readonly (readonly [name: string, control: string, value: Json])[] = [
    ['url', 'short-input', url],
    ['method', 'dropdown', method],
    ...(rows.length === 0 ? [] : [['headers', 'table', rows] as const]),
    ...(body === undefined ? [] : [['body', 'code', body] as const]),
  ];
  const subBlocks = Object.fromEntries(fields.map(([id, type, value]) => [id, { id, type, value }]));
  const block = { id: 'api', type: 'api', name: 'API', position: { x: 0, y: 0 }, subBlocks };
  const { document } = parseDocument({ state: { blocks: { api: block }, edges: [] } });
  return document ?? { refused: 'The curl command is no request of an API block' };
}
