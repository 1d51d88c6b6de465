import { ArrowRight, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Block, Edge, WorkflowDocument } from '../../../../src/document/document.js';
import { findBlock } from '../../../../src/document/document.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { sourceHandles } from '../commands/handles.js';
import type { Palette } from '../commands/insert.js';
import styles from './panel.module.css';

interface ConnectionsProps {
  readonly block: Block;
  readonly document: WorkflowDocument;
  readonly palette: Palette;
  readonly isReadOnly: boolean;
  readonly onGo: (blockId: string) => void;
  readonly onRemove: (edgeId: string) => void;
  /** Asks for a block to lead to. */
  readonly onConnect: () => void;
  /** Asks for a container; undefined when there is no other place. */
  readonly onMove: (() => void) | undefined;
}

/** What leads to a block and where it leads: the way to connections without a mouse, and on phones. */
export function Connections({ block, document, palette, isReadOnly, onGo, onRemove, onConnect, onMove }: ConnectionsProps): ReactNode {
  const nameOf = (id: string): string => findBlock(document.blocks, id)?.name || id;
  const branchOf = ({ source, sourceHandle }: Edge): string => {
    const from = findBlock(document.blocks, source);
    const handles = from === undefined ? [] : sourceHandles(from, palette.get(from.type));
    return handles.find(({ id }) => id === sourceHandle)?.name ?? '';
  };
  const into = document.edges.filter(({ target }) => target === block.id);
  const out = document.edges.filter(({ source }) => source === block.id);
  const lines = [
    ...into.map((edge) => ({ edge, other: edge.source, way: 'From', branch: branchOf(edge) })),
    ...out.map((edge) => ({ edge, other: edge.target, way: 'To', branch: branchOf(edge) })),
  ];
  const mayConnect = sourceHandles(block, palette.get(block.type)).length > 0;
  if (lines.length === 0 && (isReadOnly || (!mayConnect && onMove === undefined))) return undefined;
  return (
    <section className={styles['connections']} aria-label="Connections">
      <h3>Connections</h3>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ edge, other, way, branch }) => (
            <li key={edge.id}>
              <Button look="quiet" onPress={() => onGo(other)}>
                <ArrowRight size={14} strokeWidth={1.5} aria-hidden />
                <span dir="auto">
                  {way} {nameOf(other)}
                  {branch !== '' && <span className={styles['muted']}> {branch}</span>}
                </span>
              </Button>
              {!isReadOnly && (
                <IconButton label={`Remove the connection ${way.toLowerCase()} ${nameOf(other)}`} onPress={() => onRemove(edge.id)}>
                  <Unlink size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div>
          {mayConnect && <Button onPress={onConnect}>Connect to…</Button>}
          {onMove !== undefined && <Button onPress={onMove}>Move into…</Button>}
        </div>
      )}
    </section>
  );
}
