import type { ReactNode } from 'react';
import type { Block, WorkflowDocument } from '../../../../src/document/document.js';
import type { Json } from '../../../../src/kernel/json.js';
import { wordsOf } from '../../canvas/block-lines.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Code, Facts } from '../../parts/show/small-parts.js';
import styles from './workflow.module.css';

/** The fields of a block as they are stored, with what leads to it and from it. */
export function BlockInspector({ block, document }: { readonly block: Block; readonly document: WorkflowDocument }): ReactNode {
  const { id, type, enabled, data, subBlocks, retry } = block;
  const nameOf = (other: string): string => (Object.hasOwn(document.blocks, other) ? document.blocks[other]?.name : undefined) ?? other;
  const before = document.edges.filter(({ target }) => target === id).map(({ source }) => nameOf(source));
  const after = document.edges.filter(({ source }) => source === id).map(({ target }) => nameOf(target));
  const settings = Object.entries(data).filter(([name]) => !layout.has(name));
  const fields = Object.values(subBlocks).filter(({ value }) => value !== null && value !== '');
  return (
    <section className={styles['inspector']} aria-label={`Block ${block.name}`}>
      <h2 dir="auto">{block.name}</h2>
      <Facts
        facts={[
          ['Type', wordsOf(type)],
          ...(enabled ? [] : [['State', 'Disabled: runs skip it'] as const]),
          ...(before.length === 0 ? [] : [['After', before.join(', ')] as const]),
          ...(after.length === 0 ? [] : [['Before', after.join(', ')] as const]),
          ...(retry?.enabled === true ? [['Retry', `up to ${retry.maxTries} tries, ${retry.waitBetweenTriesMs} ms apart`] as const] : []),
          ...settings.map(([name, value]) => [wordsOf(name), <Value key={name} value={value} />] as const),
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      {fields.length === 0 && <p className={styles['muted']}>No field has a value.</p>}
      {fields.map(({ id: field, value }) => (
        <div key={field} className={styles['field']}>
          <h3>{wordsOf(field)}</h3>
          <Value value={value} label={`Copy ${wordsOf(field)}`} />
        </div>
      ))}
    </section>
  );
}

const layout = new Set(['width', 'height', 'extent', 'parentId', 'type']);

/** Texts of one line stand in the line; code and JSON keep their shape. */
function Value({ value, label = 'Copy' }: { readonly value: Json; readonly label?: string }): ReactNode {
  if (typeof value === 'string') {
    const parsed = structureIn(value);
    if (parsed !== undefined) return <JsonTree value={parsed} />;
    return value.includes('\n') || value.length > 60 ? <Code text={value} label={label} /> : <code dir="auto">{value}</code>;
  }
  return typeof value === 'object' && value !== null ? <JsonTree value={value} /> : <code>{String(value)}</code>;
}

/** Some fields hold a list as JSON text. */
function structureIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
