import { useState, type ReactNode } from 'react';
import type { Json, JsonObject } from '../../../../../src/kernel/json.js';
import { Button } from '../../../parts/controls/button.js';
import { CodeField } from '../../code/code-field.js';
import type { EditorProblem } from '../../problem.js';
import { useForm } from '../form-context.js';
import { useTyped } from '../use-typed.js';
import { choicesOf, itemsOf, mayHold, textOf, type FieldSchema } from '../values/field-schema.js';
import type { FormField } from '../values/form-fields.js';
import { readRows } from '../values/key-value-rows.js';
import { hasMore, isShown, readList, writeList } from '../values/list-value.js';
import { jsonText, jsonValue, numberValue } from '../values/written-json.js';
import { FieldFrame, type FieldNames } from './field-frame.js';
import { ListControl } from './list-control.js';
import { PickControl } from './pick-control.js';
import { ChoiceControl, FlagControl } from './plain-controls.js';
import { RowsControl } from './rows-control.js';
import { SecretControl } from './secret-control.js';
import { TextControl } from './text-control.js';
import { TextsControl } from './texts-control.js';

interface FieldControlProps {
  readonly field: FormField;
  /** Problems of the field and of what is in it. */
  readonly problems: readonly EditorProblem[];
  /** Undefined takes the value away. `removed` is the id of an entry that is no longer in a list. */
  readonly onChange: (value: Json | undefined, removed?: string) => void;
}

const groups: ReadonlySet<FormField['control']> = new Set(['list', 'rows', 'texts']);

/** One field with its label, help and problem. */
export function FieldControl({ field, problems, onChange }: FieldControlProps): ReactNode {
  const { block } = useForm();
  const { label, help, isRequired, name } = field;
  const own =
    problems.find((problem) => problem.field === name && problem.isWarning !== true) ?? problems.find((problem) => problem.field === name);
  const [isJson, setJson] = useState(false);
  const items = field.control === 'list' ? itemsOf(field.schema) : undefined;
  const isBoth = items !== undefined && hasMore(items);
  const isForced = isStrange(field) || (isBoth && readList(field.value)?.entries.every((entry) => isShown(entry, items)) !== true);
  const AsText = isBoth ? CodeTextField : JsonField;
  const Control = isForced || (isBoth && isJson) ? AsText : fields[field.control];
  return (
    <FieldFrame
      label={label}
      help={help}
      isRequired={isRequired}
      isGroup={Control !== AsText && groups.has(field.control)}
      problem={own && { message: shortened(own.message, block.name), ...(own.isWarning === true && { isWarning: true }) }}
    >
      {(names) => (
        <>
          <Control field={field} names={names} problems={problems} onChange={onChange} />
          {isBoth && !isForced && (
            <div>
              <Button look="quiet" onPress={() => setJson(!isJson)}>
                {isJson ? 'Edit as rows' : 'Edit as JSON'}
              </Button>
            </div>
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface ControlProps extends FieldControlProps {
  readonly names: FieldNames;
}

const flags = ['true', 'false', ''];

/** Whether the control of a field cannot show its value, such as a reference in the place of a list. It is shown as a text then. */
function isStrange({ control, value }: FormField): boolean {
  switch (control) {
    case 'list':
      return readList(value) === undefined;
    case 'rows':
      return readRows(value) === undefined;
    case 'texts':
      return textsIn(value) === undefined;
    case 'flag':
      return !flags.includes(jsonText(value));
    case 'pick':
    case 'text':
    case 'number':
    case 'choice':
    case 'secret':
      return typeof value === 'object' && value !== null;
    default:
      return false;
  }
}

function FlagField({ field: { schema, value }, names, onChange }: ControlProps): ReactNode {
  const text = jsonText(value);
  const isOn = text === '' ? schema['default'] === true : text === 'true';
  return <FlagControl names={names} isOn={isOn} onChange={onChange} />;
}

function ChoiceField({ field: { schema, value }, names, onChange }: ControlProps): ReactNode {
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  return (
    <ChoiceControl names={names} choices={choicesOf(schema)} value={chosen} fallback={textOf(schema, 'default')} onChange={onChange} />
  );
}

function TextField({ field: { schema, value }, names, onChange }: ControlProps): ReactNode {
  const typed = useTyped(jsonText(value), (text) => onChange(text === '' ? undefined : text));
  return (
    <TextControl
      names={names}
      text={typed.text}
      holds={holdsOf(schema)}
      placeholder={placeholderOf(schema)}
      onType={typed.type}
      onLeave={typed.settle}
    />
  );
}

function NumberField({ field: { schema, value }, names, onChange }: ControlProps): ReactNode {
  const typed = useTyped(jsonText(value), (text) => onChange(numberValue(text)), { normal: (text) => jsonText(numberValue(text)) });
  return (
    <TextControl
      names={names}
      text={typed.text}
      holds={holdsOf(schema)}
      placeholder={placeholderOf(schema)}
      onType={typed.type}
      onLeave={typed.settle}
    />
  );
}

function CodeTextField({ field: { name, label, schema, value }, names, onChange }: ControlProps): ReactNode {
  const isScript = schema['contentMediaType'] === 'text/javascript';
  const { block, workflow } = useForm();
  // A member of a list is no field of the block.
  const isOwn = Object.hasOwn(block.subBlocks, name) && block.subBlocks[name]?.value === value;
  const typed = useTyped(jsonText(value), (text) => onChange(jsonValue(text, value)), {
    normal: (text) => jsonText(jsonValue(text, value)),
  });
  return (
    <CodeField
      names={names}
      label={label}
      text={typed.text}
      // Conditions are expressions; code is the body of a function.
      language={isScript ? (name === 'code' ? 'javascript' : 'expression') : 'json'}
      placeholder={placeholderOf(schema)}
      deployed={isOwn && workflow !== undefined ? { ...workflow, blockId: block.id, field: name } : undefined}
      onType={typed.type}
      onLeave={typed.settle}
    />
  );
}

function JsonField({ field: { schema, value }, names, onChange }: ControlProps): ReactNode {
  const typed = useTyped(jsonText(value), (text) => onChange(jsonValue(text, value)), {
    normal: (text) => jsonText(jsonValue(text, value)),
  });
  return (
    <TextControl
      names={names}
      text={typed.text}
      holds={holdsOf(schema)}
      isCode
      placeholder={placeholderOf(schema)}
      onType={typed.type}
      onLeave={typed.settle}
    />
  );
}

function ListField({ field, problems, onChange }: ControlProps): ReactNode {
  const { block } = useForm();
  const { entries = [], isText = false } = readList(field.value) ?? {};
  // Branches are stored as text, which all editors read.
  const isBranches = (block.type === 'condition' && field.name === 'conditions') || field.name === 'routes';
  return (
    <ListControl
      field={field}
      items={itemsOf(field.schema) ?? {}}
      entries={entries}
      problems={problems}
      renderField={(member, inner, set) => <FieldControl field={member} problems={inner} onChange={set} />}
      onChange={(next: readonly JsonObject[], removed) => onChange(writeList(next, isText || isBranches), removed)}
    />
  );
}

function RowsField({ field: { label, value }, onChange }: ControlProps): ReactNode {
  return <RowsControl label={label} value={value} rows={readRows(value) ?? []} onChange={onChange} />;
}

function TextsField({ field: { label, schema, value }, onChange }: ControlProps): ReactNode {
  return (
    <TextsControl
      label={label}
      kind={textOf(schema, 'x-names')}
      texts={textsIn(value) ?? []}
      onChange={(texts) => onChange(texts.length === 0 ? undefined : texts)}
    />
  );
}

function PickField({ field: { schema, value }, names, onChange }: ControlProps): ReactNode {
  return (
    <PickControl
      names={names}
      kind={textOf(schema, 'x-names') ?? ''}
      value={jsonText(value)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

function SecretField({ field: { label, value }, names, onChange }: ControlProps): ReactNode {
  return (
    <SecretControl names={names} label={label} value={jsonText(value)} onChange={(next) => onChange(next === '' ? undefined : next)} />
  );
}

const fields: Readonly<Record<FormField['control'], (props: ControlProps) => ReactNode>> = {
  flag: FlagField,
  choice: ChoiceField,
  code: CodeTextField,
  json: CodeTextField,
  list: ListField,
  rows: RowsField,
  texts: TextsField,
  pick: PickField,
  secret: SecretField,
  number: NumberField,
  text: TextField,
};

function holdsOf(schema: FieldSchema): { readonly references: boolean; readonly secrets: boolean } {
  return { references: mayHold(schema, 'references'), secrets: mayHold(schema, 'secrets') };
}

/** A default counts without being written. */
function placeholderOf({ default: fallback }: FieldSchema): string | undefined {
  return fallback === undefined ? undefined : jsonText(fallback as Json);
}

function textsIn(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return /[<{[]/.test(value) ? undefined : value.split(/[,;\n]/).map((text) => text.trim());
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? (value as readonly string[]) : undefined;
}

/** The form names the block already. */
function shortened(message: string, blockName: string): string {
  const start = `Block "${blockName}"`;
  if (!message.startsWith(start)) return message;
  const rest = message.slice(start.length).replace(/^[:\s]+/, '');
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}
