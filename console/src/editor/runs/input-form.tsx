import type { ReactNode } from 'react';
import type { DeclaredInput } from '../../../../src/document/check/declared-inputs.js';
import { Choice } from '../../parts/controls/choice.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { wholeInput } from './run-input.js';
import type { TestRuns } from './use-test-run.js';
import styles from './runs.module.css';

/** The input of a run: the fields of the start, or JSON. */
export function InputForm({ runs }: { readonly runs: TestRuns }): ReactNode {
  const { fields, written, write, problems } = runs;
  const isJson = fields === undefined || written.isJson;
  return (
    <>
      {fields !== undefined && (
        <Choice
          label="Input"
          value={isJson ? 'json' : 'form'}
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(next) => write({ ...written, isJson: next === 'json' })}
        />
      )}
      {isJson ? (
        <div className={styles['json']}>
          <TextField
            label="Input as JSON"
            isLong
            isOptional
            value={written.json}
            problem={problems.get(wholeInput)}
            onChange={(json) => write({ ...written, json })}
          />
        </div>
      ) : (
        fields.map((field) => (
          <InputField
            key={field.name}
            field={field}
            text={Object.hasOwn(written.fields, field.name) ? (written.fields[field.name] ?? '') : ''}
            problem={problems.get(field.name)}
            onChange={(text) => write({ ...written, fields: { ...written.fields, [field.name]: text } })}
          />
        ))
      )}
    </>
  );
}

interface InputFieldProps {
  readonly field: DeclaredInput;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

function InputField({ field, text, problem, onChange }: InputFieldProps): ReactNode {
  const { name, type, required = false } = field;
  if (type === 'boolean') {
    return (
      <Select
        label={name}
        value={text === 'true' || text === 'false' ? text : 'none'}
        options={[
          { value: 'none', label: 'Not sent' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        onChange={(next) => onChange(next === 'none' ? '' : next)}
      />
    );
  }
  const help = helpOf(field);
  return (
    <TextField
      label={name}
      value={text}
      problem={problem}
      isOptional={!required}
      isLong={type === 'object' || type === 'array'}
      {...(type === 'number' && { inputMode: 'decimal' })}
      {...(help !== '' && { help })}
      onChange={onChange}
    />
  );
}

function helpOf({ description, enum: choices, default: preset }: DeclaredInput): string {
  const parts = [description, choices && `One of ${choices.map(textOf).join(', ')}`, preset !== undefined && `Default: ${textOf(preset)}`];
  return parts.filter((part) => typeof part === 'string').join('. ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
