import { Minus, MoveDiagonal, Pencil, Plus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Json } from '../../../../src/kernel/json.js';
import type { BlockState } from '../../canvas/canvas-block.js';
import { wordsOf } from '../../canvas/block-lines.js';
import type { BlockChange, DocumentChanges, FieldChange } from '../../versions/document-changes.js';
import { ChangedLine, TextChanges } from '../../versions/text-changes.js';
import styles from './workflow.module.css';

const looks: Readonly<Record<BlockChange['kind'], { readonly tone: BlockState['tone']; readonly Icon: LucideIcon }>> = {
  added: { tone: 'good', Icon: Plus },
  removed: { tone: 'bad', Icon: Minus },
  changed: { tone: 'warn', Icon: Pencil },
  moved: { tone: 'plain', Icon: MoveDiagonal },
};

/** The changes as states of the blocks on the canvas. */
export function statesOf({ blocks }: DocumentChanges): ReadonlyMap<string, BlockState> {
  return new Map(blocks.map(({ id, kind }) => [id, { tone: looks[kind].tone, word: kind }]));
}

interface ChangesViewProps {
  readonly changes: DocumentChanges;
  readonly onSelect: (blockId: string) => void;
}

/** What differs between two versions: by block, by field, and by line where a text has several. */
export function ChangesView({ changes: { blocks, wires, variables, settings }, onSelect }: ChangesViewProps): ReactNode {
  if (blocks.length + wires.length + variables.length + settings.length === 0) return <p className={styles['muted']}>Nothing differs.</p>;
  return (
    <div className={styles['changes']}>
      {blocks.map((change) => (
        <section key={change.id} aria-label={`${change.name}, ${change.kind}`}>
          <h3 data-tone={looks[change.kind].tone}>
            <BlockIcon kind={change.kind} />
            {change.kind === 'removed' ? (
              <span dir="auto">{change.name}</span>
            ) : (
              <button type="button" dir="auto" onClick={() => onSelect(change.id)}>
                {change.name}
              </button>
            )}
            <span>{change.kind}</span>
          </h3>
          {change.kind === 'changed' && change.fields.map((field, index) => <Field key={`${index} ${field.name}`} field={field} />)}
        </section>
      ))}
      {wires.length > 0 && (
        <section aria-label="Connections">
          <h3>Connections</h3>
          {wires.map(({ kind, text }) => (
            <ChangedLine key={`${kind} ${text}`} kind={kind} text={text} />
          ))}
        </section>
      )}
      {variables.length > 0 && (
        <section aria-label="Variables">
          <h3>Variables</h3>
          {variables.map((field) => (
            <Field key={field.name} field={field} />
          ))}
        </section>
      )}
      {settings.length > 0 && (
        <section aria-label="Settings">
          <h3>Settings</h3>
          {settings.map((field) => (
            <Field key={field.name} field={field} />
          ))}
        </section>
      )}
    </div>
  );
}

function BlockIcon({ kind }: { readonly kind: BlockChange['kind'] }): ReactNode {
  const { Icon } = looks[kind];
  return <Icon size={14} strokeWidth={1.5} aria-hidden />;
}

function Field({ field: { name, from, to } }: { readonly field: FieldChange }): ReactNode {
  return (
    <div className={styles['change']}>
      <h4>{wordsOf(name)}</h4>
      <TextChanges from={textOf(from)} to={textOf(to)} isWhole={from === undefined || to === undefined} />
    </div>
  );
}

/** A list as JSON text is compared line by line, as other structures are. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
