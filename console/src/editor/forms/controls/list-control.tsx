import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Json, JsonObject } from '../../../../../src/kernel/json.js';
import { Button, IconButton } from '../../../parts/controls/button.js';
import type { EditorProblem } from '../../problem.js';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import { useAddedEntry } from '../use-added-entry.js';
import { isFilled, isRelevant, propertiesOf, type FieldSchema } from '../values/field-schema.js';
import { fieldOf, type FormField } from '../values/form-fields.js';
import { freshId, isElse, moved, newEntry, placeOfNew, withEntry } from '../values/list-value.js';

interface ListControlProps {
  readonly field: FormField;
  readonly items: FieldSchema;
  readonly entries: readonly JsonObject[];
  readonly problems: readonly EditorProblem[];
  /** Shows one field of an entry. */
  readonly renderField: (field: FormField, problems: readonly EditorProblem[], onChange: (value: Json | undefined) => void) => ReactNode;
  /** `removed` is the id of an entry that was taken out. */
  readonly onChange: (entries: readonly JsonObject[], removed?: string) => void;
}

/** Members that editors fill in by themselves. */
const hidden: ReadonlySet<string> = new Set(['id', 'collapsed']);
const mostMembers = 4;

/** Entries in order, each with its fields. They are moved by buttons, so no drag is needed. */
export function ListControl(props: ListControlProps): ReactNode {
  const { field, items, entries, onChange } = props;
  const { block, isReadOnly } = useForm();
  const added = useAddedEntry(entries.length);
  const hasId = Object.hasOwn(propertiesOf(items), 'id');
  const add = (): void => {
    const at = placeOfNew(entries);
    added.add(at);
    onChange(entries.toSpliced(at, 0, { ...(hasId && { id: freshId(block.id, entries) }), ...newEntry(items) }));
  };
  return (
    <div ref={added.box} className={styles['list']}>
      {entries.length > 0 && (
        <ol>
          {entries.map((entry, index) => (
            <Entry key={typeof entry['id'] === 'string' ? entry['id'] : index} {...props} entry={entry} index={index} />
          ))}
        </ol>
      )}
      <div>
        <Button look="quiet" isDisabled={isReadOnly} onPress={add}>
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          Add {singular(field.label)}
        </Button>
      </div>
    </div>
  );
}

function Entry(props: ListControlProps & { readonly entry: JsonObject; readonly index: number }): ReactNode {
  const { field, items, entries, entry, index, problems, renderField, onChange } = props;
  // What a member is for is said once, at the first entry.
  const fields = entryFields(items, entry).map((member) => (index === 0 ? member : { ...member, help: undefined }));
  const [isOpen, setIsOpen] = useState(false);
  const [folded] = useState(() => foldedMembers(fields));
  const shown = fields.filter(({ name }) => isOpen || !folded.has(name));
  const set = (name: string, value: Json | undefined): void => {
    const { [name]: _, ...rest } = entry;
    onChange(value === undefined ? entries.with(index, rest) : withEntry(entries, index, { [name]: value }));
  };
  return (
    <li className={styles['entry']} data-entry>
      <EntryTools {...props} />
      <div className={styles['members']}>
        {shown.map((member) => (
          <div key={member.name}>{renderField(member, within(problems, `${field.name}.${index}`), (value) => set(member.name, value))}</div>
        ))}
      </div>
      {folded.size > 0 && (
        <Button look="quiet" onPress={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Fewer fields' : 'More fields'}
        </Button>
      )}
    </li>
  );
}

function EntryTools({
  field,
  entries,
  entry,
  index,
  onChange,
}: ListControlProps & { readonly entry: JsonObject; readonly index: number }): ReactNode {
  const { isReadOnly } = useForm();
  const what = `${singular(field.label)} ${index + 1}`;
  const removed = typeof entry['id'] === 'string' ? entry['id'] : undefined;
  return (
    <div className={styles['entryHead']}>
      <p>{titleOf(entry) ?? capital(what)}</p>
      <IconButton label={`Move ${what} up`} isDisabled={isReadOnly || index === 0} onPress={() => onChange(moved(entries, index, -1))}>
        <ArrowUp size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${what} down`}
        isDisabled={isReadOnly || index === entries.length - 1}
        onPress={() => onChange(moved(entries, index, 1))}
      >
        <ArrowDown size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${what}`} isDisabled={isReadOnly} onPress={() => onChange(entries.toSpliced(index, 1), removed)}>
        <Trash2 size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  );
}

function entryFields(items: FieldSchema, entry: JsonObject): readonly FormField[] {
  const properties = propertiesOf(items);
  const required = Array.isArray(items['required']) ? items['required'] : [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (hidden.has(name) || isUnused(name, entry) || !isRelevant(schema, (other) => entry[other], properties)) return [];
    return [fieldOf(name, schema, { value: entry[name], isRequired: required.includes(name) })];
  });
}

/** The branch that is taken when no other one is has no condition. */
function isUnused(name: string, entry: JsonObject): boolean {
  return name === 'value' && !isFilled(entry['value']) && isElse(entry);
}

function foldedMembers(fields: readonly FormField[]): ReadonlySet<string> {
  if (fields.length <= mostMembers) return new Set();
  return new Set(fields.filter(({ isRequired, value }, index) => index >= 2 && !isRequired && !isFilled(value)).map(({ name }) => name));
}

/** Returns the problems of a part, with their fields below it. */
function within(problems: readonly EditorProblem[], place: string): readonly EditorProblem[] {
  return problems.flatMap((problem) => {
    const { field = '' } = problem;
    return field.startsWith(`${place}.`) ? [{ ...problem, field: field.slice(place.length + 1) }] : [];
  });
}

function titleOf({ title, name }: JsonObject): string | undefined {
  return [title, name].find((each): each is string => typeof each === 'string' && each !== '');
}

function singular(label: string): string {
  const word = label.toLowerCase();
  if (word === 'input format' || word === 'builder data') return 'field';
  return word.replace(/ies$/, 'y').replace(/(ch|sh|x)es$|s$/, '$1');
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
