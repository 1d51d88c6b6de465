import { Paperclip, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { QuestionField } from '../../api/questions.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { YesNo } from '../../parts/controls/yes-no.js';
import type { FieldValue } from '../../questions/answer-values.js';
import styles from './questions.module.css';

interface AnswerFieldProps {
  readonly field: QuestionField;
  readonly value: FieldValue;
  readonly problem: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** One field of the form of a question. */
export function AnswerField({ field, value, problem, onChange }: AnswerFieldProps): ReactNode {
  const { name, title = name, type, description, required, options } = field;
  const shared = { label: title, problem, isOptional: !required, onChange, ...(description === null ? {} : { help: description }) };
  if (type === 'boolean') return <YesNo {...shared} value={typeof value === 'boolean' ? value : undefined} />;
  if (type === 'file[]') return <FilesField {...shared} files={Array.isArray(value) ? (value as readonly File[]) : []} />;
  const text = typeof value === 'string' ? value : '';
  if (options !== undefined) return <OptionsField {...shared} options={options} value={text} />;
  const isJson = type === 'object' || type === 'array';
  const help = isJson ? jsonHelp[type] : undefined;
  return (
    <TextField
      {...(help === undefined ? {} : { help })}
      {...shared}
      isLong={isJson || (type === 'string' && (text.includes('\n') || text.length > 80))}
      value={text}
      {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
    />
  );
}

const jsonHelp = {
  object: 'JSON in braces, for example {"city": "Bergen"}',
  array: 'JSON in brackets, for example ["red", "blue"]',
} as const;

interface SharedProps {
  readonly label: string;
  readonly help?: string;
  readonly problem: string | undefined;
  readonly isOptional: boolean;
  readonly onChange: (value: FieldValue) => void;
}

function OptionsField({
  label,
  help,
  problem,
  isOptional,
  options,
  value,
  onChange,
}: SharedProps & { readonly options: NonNullable<QuestionField['options']>; readonly value: string }): ReactNode {
  const choices = options.map((option) => ({ value: String(option.value), label: option.label }));
  return (
    <Select
      label={isOptional ? `${label} (optional)` : label}
      help={help}
      problem={problem}
      options={isOptional ? [{ value: '', label: 'No choice' }, ...choices] : choices}
      value={value === '' ? null : value}
      onChange={onChange}
    />
  );
}

function FilesField({ label, help, problem, isOptional, files, onChange }: SharedProps & { readonly files: readonly File[] }): ReactNode {
  const noteId = useId();
  return (
    <div
      className={styles['field']}
      role="group"
      aria-label={label}
      aria-describedby={noteId}
      data-invalid={problem === undefined ? undefined : true}
    >
      <span className={styles['label']}>
        {label} {isOptional && <span className={styles['quiet']}>optional</span>}
      </span>
      <ul>
        {files.map((file, index) => (
          <li key={`${index} ${file.name}`} className={styles['file']}>
            <bdi>{file.name}</bdi>
            <IconButton label={`Remove ${file.name}`} onPress={() => onChange(files.filter((each) => each !== file))}>
              <X size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div>
        <FileTrigger allowsMultiple onSelect={(chosen) => onChange([...files, ...(chosen ?? [])])}>
          <Button aria-describedby={noteId}>
            <Paperclip size={14} strokeWidth={1.5} aria-hidden />
            Choose files
          </Button>
        </FileTrigger>
      </div>
      <p id={noteId} className={styles[problem === undefined ? 'quiet' : 'problem']}>
        {problem ?? help}
      </p>
    </div>
  );
}
