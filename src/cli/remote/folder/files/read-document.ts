import { parse as parseYaml } from 'yaml';
import { openEnvelope } from '#document/parse/envelope.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { structuralProblems } from '#document/check/structural-problems.js';
import { textIn, type ReadFile } from './workflow-file.js';

/** Reads the text of a file, JSON or, by its extension, YAML. A document that an import would refuse is a problem here, too. */
export function readDocument(path: string, text: string): ReadFile {
  const { value, problem } = valueOf(path, text);
  if (problem !== undefined) return { problems: [{ message: problem, code: 'unreadable' }] };
  const parsed = parseDocument(value);
  if (parsed.document === undefined) return { problems: parsed.problems };
  const { document, name } = parsed;
  const nameless =
    name === undefined ? [{ field: 'state.metadata.name', message: 'must be the name of the workflow', code: 'required' }] : [];
  const problems = [...nameless, ...structuralProblems(document)];
  if (name === undefined || problems.length > 0) return { problems };
  const envelope = openEnvelope(value);
  const workflowId = 'message' in envelope ? undefined : (textIn(envelope.workflow, 'id') ?? undefined);
  return { file: { path, workflowId, name: name.text, description: textIn(document.metadata, 'description'), document } };
}

function valueOf(path: string, text: string): { readonly value?: unknown; readonly problem?: string } {
  const isYaml = /\.ya?ml$/i.test(path);
  try {
    return { value: isYaml ? parseYaml(text) : JSON.parse(text) };
  } catch (error) {
    return { problem: `is not ${isYaml ? 'YAML' : 'JSON'}: ${(error as Error).message.split('\n')[0]}` };
  }
}
