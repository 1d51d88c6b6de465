import type { ReactNode } from 'react';
import { placeholdersOf, type FoundPlaceholder } from '../../../../../src/engine/texts/template.js';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';

/** Longer texts are not marked: each mark is an element. */
const longest = 20_000;

interface MarkedTextProps {
  readonly text: string;
  readonly holds: { readonly references: boolean; readonly secrets: boolean };
}

/** Lies below a field and marks what a run would read as references and secrets. Names that do not exist are underlined. */
export function MarkedText({ text, holds }: MarkedTextProps): ReactNode {
  const { names, secrets } = useForm();
  if (text.length > longest || !(holds.references || holds.secrets) || !/<|\{\{/.test(text)) return null;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { index, placeholder } of placeholdersOf(text, () => true)) {
    const look = lookOf(placeholder, holds, names.knows, secrets);
    if (look === undefined) continue;
    parts.push(text.slice(end, index), <mark key={index} className={styles[look]} children={placeholder.raw} />);
    end = index + placeholder.raw.length;
  }
  if (parts.length === 0) return null;
  return (
    <div className={styles['marks']} aria-hidden>
      {parts}
      {text.slice(end)}
    </div>
  );
}

function lookOf(
  placeholder: FoundPlaceholder['placeholder'],
  holds: MarkedTextProps['holds'],
  knows: ReturnType<typeof useForm>['names']['knows'],
  secrets: readonly string[] | undefined,
): 'known' | 'unknown' | undefined {
  if (placeholder.kind === 'secret')
    return holds.secrets ? (secrets?.includes(placeholder.name) === false ? 'unknown' : 'known') : undefined;
  return holds.references ? (knows(placeholder.reference) ? 'known' : 'unknown') : undefined;
}
