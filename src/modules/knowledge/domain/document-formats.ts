import { DomainError } from '#kernel/errors.js';

/** The formats whose text can be extracted. */
export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'csv' | 'html' | 'json' | 'jsonl' | 'yaml' | 'text';

interface Kind {
  readonly mimeType: string;
  /** Undefined for documents that can be uploaded but not read. `instead` names a format to convert them to. */
  readonly format?: DocumentFormat;
  readonly instead?: string;
}

const office = 'application/vnd.openxmlformats-officedocument';
const html: Kind = { mimeType: 'text/html', format: 'html' };
const yaml: Kind = { mimeType: 'application/yaml', format: 'yaml' };

/** Formats by extension, in the order in which error messages list them. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['pdf', { mimeType: 'application/pdf', format: 'pdf' }],
  ['csv', { mimeType: 'text/csv', format: 'csv' }],
  ['doc', { mimeType: 'application/msword', instead: 'docx' }],
  ['docx', { mimeType: `${office}.wordprocessingml.document`, format: 'docx' }],
  ['txt', { mimeType: 'text/plain', format: 'text' }],
  ['md', { mimeType: 'text/markdown', format: 'text' }],
  ['xlsx', { mimeType: `${office}.spreadsheetml.sheet`, format: 'xlsx' }],
  ['xls', { mimeType: 'application/vnd.ms-excel', instead: 'xlsx' }],
  ['ppt', { mimeType: 'application/vnd.ms-powerpoint', instead: 'pdf' }],
  ['pptx', { mimeType: `${office}.presentationml.presentation`, instead: 'pdf' }],
  ['html', html],
  ['htm', html],
  ['json', { mimeType: 'application/json', format: 'json' }],
  ['jsonl', { mimeType: 'application/jsonl', format: 'jsonl' }],
  ['yaml', yaml],
  ['yml', yaml],
]);

/** The media type of a document by its extension. The declared media type is ignored. @throws DomainError unsupported-media */
export function mimeTypeOf(filename: string): string {
  const extension = extensionOf(filename);
  const kind = kinds.get(extension);
  if (kind !== undefined) return kind.mimeType;
  const message = `Unsupported file type: ${extension === '' ? 'none' : extension}. Supported types are: ${[...kinds.keys()].join(', ')}`;
  throw new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', message);
}

/** The format of a document, or a problem that explains why its text cannot be read. */
export function formatOf(filename: string): DocumentFormat | { readonly problem: string } {
  const extension = extensionOf(filename);
  const { format, instead } = kinds.get(extension) ?? {};
  return (
    format ?? { problem: `The text of .${extension} files cannot be read here; save the document as .${instead ?? 'txt'} and upload that` }
  );
}

function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot === -1 ? '' : filename.slice(dot + 1).toLowerCase();
}
