import { examplePrefix as prefix, type WorkflowDocument } from '../../../../src/document/document.js';
import { isJsonObject, type Json } from '../../../../src/kernel/json.js';
import type { Command } from '../commands/command.js';
import { newId } from '../../api/new-id.js';

/** An input of test runs that is stored with the draft, under a name. */
export interface NamedInput {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

/** The examples of a draft by their names. */
export function namedInputs({ metadata }: WorkflowDocument): readonly NamedInput[] {
  const found = Object.entries(metadata).flatMap(([key, value]): readonly NamedInput[] => {
    if (!key.startsWith(prefix) || !isJsonObject(value)) return [];
    const { name, input } = value;
    return typeof name === 'string' && input !== undefined ? [{ id: key.slice(prefix.length), name, input }] : [];
  });
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Stores an example; one with the same name is replaced. */
export function saveNamedInput(document: WorkflowDocument, name: string, input: Json): Command {
  const id = namedInputs(document).find((each) => each.name === name)?.id ?? newId();
  return { label: `Save the example ${name}`, operations: [{ op: 'metadata', name: `${prefix}${id}`, value: { name, input } }] };
}

export function removeNamedInput({ id, name }: NamedInput): Command {
  return { label: `Remove the example ${name}`, operations: [{ op: 'metadata', name: `${prefix}${id}` }] };
}
