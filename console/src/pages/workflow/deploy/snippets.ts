import { callStarts, liveTriggers } from '../../../../../src/document/check/call-starts.js';
import { declaredInputs, type DeclaredInput } from '../../../../../src/document/check/declared-inputs.js';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import { isJsonObject, type Json } from '../../../../../src/kernel/json.js';

/** A program that calls a workflow, as it is pasted. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

/** Whether a call can start the workflow. Others start by their triggers alone. */
export function isCallable(document: WorkflowDocument): boolean {
  return callStarts(liveTriggers(document)).length > 0;
}

/** An input that the workflow accepts: defaults, or a value of the declared type. Files that are not required are left out. */
export function sampleInput(document: WorkflowDocument): Json {
  const inputs = declaredInputs(document).filter(({ type, required }) => type !== 'file[]' || required === true);
  return Object.fromEntries(inputs.map((input) => [input.name, sampleOf(input)]));
}

const samples: Readonly<Record<string, Json>> = { string: 'text', number: 1, boolean: true, object: {}, array: [], 'file[]': [] };

function sampleOf({ type, default: preset, enum: choices }: DeclaredInput): Json {
  return preset ?? choices?.[0] ?? samples[type] ?? 'text';
}

/** Calls of an address for a shell, TypeScript and Python. They need nothing but the key in `SLUICE_API_KEY`. */
export function snippets(url: string, input: Json): readonly Snippet[] {
  const json = JSON.stringify(input);
  return [
    {
      id: 'curl',
      label: 'curl',
      text: [
        `curl -sS ${inShell(url)} \\`,
        '  -H "X-API-Key: $SLUICE_API_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d ${inShell(json)}`,
      ].join('\n'),
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      text: [
        "import process from 'node:process';",
        '',
        `const response = await fetch(${JSON.stringify(url)}, {`,
        "  method: 'POST',",
        "  headers: { 'X-API-Key': process.env['SLUICE_API_KEY'] ?? '', 'Content-Type': 'application/json' },",
        `  body: JSON.stringify(${json}),`,
        '});',
        'const text = await response.text();',
        'if (!response.ok) throw new Error(text);',
        'console.log(text);',
      ].join('\n'),
    },
    {
      id: 'python',
      label: 'Python',
      text: [
        'import json',
        'import os',
        'import urllib.request',
        '',
        'request = urllib.request.Request(',
        `    ${JSON.stringify(url)},`,
        `    data=json.dumps(${inPython(input)}).encode(),`,
        '    headers={"X-API-Key": os.environ["SLUICE_API_KEY"], "Content-Type": "application/json"},',
        ')',
        'with urllib.request.urlopen(request) as response:',
        '    print(response.read().decode())',
      ].join('\n'),
    },
  ];
}

/** One word of a POSIX shell. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A literal of Python. Texts and numbers are written as in JSON. */
function inPython(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(inPython).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${inPython(inner)}`)
    .join(', ')}}`;
}
