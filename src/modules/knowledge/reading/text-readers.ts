import type { DocumentFormat } from '../domain/document-formats.js';
import { DocumentProblem } from './document-problem.js';
import { flatValues } from './flat-values.js';
import { decodeText } from './plain-text.js';
import { tableText } from './table-text.js';

type ReadText = (bytes: Uint8Array) => string | Promise<string>;

/** A page of a book has about 2,000 characters. */
const mostPages = 5_000;
const mostAliases = 100;

/**
 * Loads the parser of a format, which may read files, and returns the function from bytes to text. The function throws DocumentProblem
 * for known defects, and any other error for unknown ones.
 */
export const textReaders: Readonly<Record<DocumentFormat, () => Promise<ReadText>>> = {
  text: async () => decodeText,
  json: async () => (bytes) => flatValues(parseJson(decodeText(bytes), 'The document')),
  jsonl: async () => readJsonLines,
  pdf: loadPdf,
  docx: loadDocx,
  xlsx: loadXlsx,
  csv: loadCsv,
  html: loadHtml,
  yaml: loadYaml,
};

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentProblem(`${what} is not valid JSON`, { cause: error });
  }
}

function readJsonLines(bytes: Uint8Array): string {
  const values: string[] = [];
  for (const [index, line] of decodeText(bytes).split('\n').entries()) {
    if (line.trim() !== '') values.push(flatValues(parseJson(line, `Line ${index + 1}`)));
  }
  return values.join('\n\n');
}

async function loadPdf(): Promise<ReadText> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  // pdf.js loads its parts with the first document.
  await getDocumentProxy(new Uint8Array()).catch(() => undefined);
  return async (bytes) => {
    const document = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) => {
      const { name } = error as Error;
      throw new DocumentProblem(name === 'PasswordException' ? 'The PDF is protected by a password' : 'The document is not a valid PDF', {
        cause: error,
      });
    });
    if (document.numPages > mostPages) throw new DocumentProblem(`The PDF has more than ${mostPages} pages`);
    const { text } = await extractText(document, { mergePages: false });
    return text.join('\n\n');
  };
}

async function loadDocx(): Promise<ReadText> {
  const { default: mammoth } = await import('mammoth');
  return async (bytes) => {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) }).catch((error: unknown) => {
      throw new DocumentProblem('The document is not a valid Word file (docx)', { cause: error });
    });
    return value;
  };
}

async function loadXlsx(): Promise<ReadText> {
  const { default: readSheets } = await import('read-excel-file/node');
  return async (bytes) => {
    const sheets = await readSheets(Buffer.from(bytes)).catch((error: unknown) => {
      throw new DocumentProblem('The document is not a valid Excel file (xlsx)', { cause: error });
    });
    return sheets.map(({ sheet, data }) => `${sheet}\n\n${tableText(data)}`).join('\n\n');
  };
}

async function loadCsv(): Promise<ReadText> {
  const { parse } = await import('csv-parse/sync');
  return (bytes) => {
    const text = decodeText(bytes);
    const options = { bom: true, relax_column_count: true, skip_empty_lines: true, delimiter: delimiterOf(text) };
    try {
      return tableText(parse(text, options));
    } catch (error) {
      throw new DocumentProblem(`The document is not valid CSV: ${(error as Error).message}`, { cause: error });
    }
  };
}

/** The delimiter that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.slice(0, 10_000).split('\n', 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

async function loadHtml(): Promise<ReadText> {
  const { htmlToText } = await import('html-to-text');
  const selectors = [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ];
  const limits = { maxDepth: 500 };
  return (bytes) => htmlToText(decodeText(bytes), { wordwrap: false, selectors, limits });
}

async function loadYaml(): Promise<ReadText> {
  const { parseAllDocuments } = await import('yaml');
  return (bytes) => {
    const documents = [...parseAllDocuments(decodeText(bytes))];
    const [problem] = documents.flatMap(({ errors }) => errors);
    // A YAML document that is nested too deeply makes the parser throw a RangeError, which is no syntax error.
    if (problem?.message.includes('call stack') === true) throw new RangeError(problem.message);
    if (problem !== undefined) throw new DocumentProblem(`The document is not valid YAML: ${problem.message.split('\n')[0]}`);
    return documents.map((document) => flatValues(valueOf(document))).join('\n\n');
  };
}

function valueOf(document: { toJS(options: { maxAliasCount: number }): unknown }): unknown {
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    throw new DocumentProblem('The YAML expands too many aliases', { cause: error });
  }
}
