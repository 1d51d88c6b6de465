import { TextDecoder } from 'node:util';
import { DocumentProblem } from './document-problem.js';

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252. @throws DocumentProblem */
export function decodeText(bytes: Uint8Array): string {
  const text = decoderFor(bytes).decode(bytes);
  if (text.includes('\0')) throw new DocumentProblem('The document is not text: it contains zero bytes');
  return text;
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}

const longSpace = /[^\S\r\n]{32,}/g;
const lineBreak = /\r\n|[\n\r\f\v\u2028\u2029]/;

/** Normalizes line ends and whitespace, keeps at most one empty line in a row and removes characters that PostgreSQL cannot store. */
export function tidyText(text: string): string {
  const lines: string[] = [];
  let empty = 1;
  const clean = text.replaceAll('\0', '').replaceAll(longSpace, ' ').toWellFormed();
  for (const raw of clean.split(lineBreak)) {
    const line = raw.trimEnd();
    empty = line === '' ? empty + 1 : 0;
    if (empty < 2) lines.push(line);
  }
  return lines.join('\n').trimEnd();
}
