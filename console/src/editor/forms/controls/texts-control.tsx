import { Plus, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button, IconButton } from '../../../parts/controls/button.js';
import controls from '../../../parts/controls/controls.module.css';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import { useAddedEntry } from '../use-added-entry.js';
import { useTyped } from '../use-typed.js';
import { useThings } from './use-things.js';

interface TextsControlProps {
  readonly label: string;
  readonly texts: readonly string[];
  /** What the texts name, if they name something of the workspace. */
  readonly kind: string | undefined;
  readonly onChange: (texts: readonly string[]) => void;
}

/** A list of short texts, such as addresses of people. Known names are offered. */
export function TextsControl({ label, texts: stored, kind, onChange }: TextsControlProps): ReactNode {
  const { isReadOnly } = useForm();
  const listId = useId();
  const { things } = useThings(kind ?? '');
  const typed = useTyped(JSON.stringify(stored), (text) => onChange(filledIn(text)), { normal: (text) => JSON.stringify(filledIn(text)) });
  const texts = JSON.parse(typed.text) as readonly string[];
  const added = useAddedEntry(texts.length);
  const change = (next: readonly string[]): void => typed.type(JSON.stringify(next));
  return (
    <div ref={added.box} className={styles['rows']}>
      {texts.map((text, index) => (
        <div key={index} className={styles['oneRow']} data-entry>
          <input
            aria-label={`${label} ${index + 1}`}
            list={things && listId}
            className={controls['input']}
            value={text}
            readOnly={isReadOnly}
            onChange={(event) => change(texts.with(index, event.target.value))}
            onBlur={typed.settle}
          />
          <IconButton
            label={`Remove ${text === '' ? `row ${index + 1}` : text}`}
            isDisabled={isReadOnly}
            onPress={() => change(texts.toSpliced(index, 1))}
          >
            <X size={14} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </div>
      ))}
      {things !== undefined && (
        <datalist id={listId}>
          {things.map(({ id, detail }) => (
            <option key={id} value={id} label={detail} />
          ))}
        </datalist>
      )}
      <div>
        <Button
          look="quiet"
          isDisabled={isReadOnly}
          onPress={() => {
            added.add();
            change([...texts, '']);
          }}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          Add
        </Button>
      </div>
    </div>
  );
}

function filledIn(text: string): readonly string[] {
  return (JSON.parse(text) as readonly string[]).filter((each) => each !== '');
}
