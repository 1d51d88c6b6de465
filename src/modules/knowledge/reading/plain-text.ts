import { TextDecoder } from 'node:util';
import { DocumentProblem } from './document-problem.js';

/** The text of bytes in UTF-8, in UTF-16 where a mark says so, or else in what Windows used to write. @throws DocumentProblem */
export function decodeText(bytes: Uint8Array): string {
  const text = decoderFor(bytes).decode(bytes);
  if (text.includes('\0')) throw new DocumentProblem('The document is not a text: it holds zero bytes');
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

/** One kind of line end, no space at the ends of lines and little between words, at most one empty line in a row, nothing that a database cannot keep. */
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
