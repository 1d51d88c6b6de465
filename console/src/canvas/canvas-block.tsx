import { memo, type ReactNode } from 'react';
import { joinClasses } from '../parts/join-classes.js';
import { lookOf } from './block-looks.js';
import { wordsOf } from './block-lines.js';
import type { PlacedBlock } from './picture.js';
import styles from './canvas.module.css';

/** What happened to a block: in a run, or between two versions. */
export interface BlockState {
  readonly tone: 'good' | 'bad' | 'warn' | 'wait' | 'run' | 'plain';
  /** In a word: colour alone says nothing. */
  readonly word: string;
  /** What belongs to it, such as a duration. */
  readonly end?: string;
  /** Tries and money, where there were more than one and any. */
  readonly spent?: string;
}

interface CanvasBlockProps {
  readonly placed: PlacedBlock;
  readonly state: BlockState | undefined;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onSelect: (id: string) => void;
}

/** A block, or the frame of a container with its title. */
export const CanvasBlock = memo(function CanvasBlock({ placed, state, isSelected, isTabStop, onSelect }: CanvasBlockProps): ReactNode {
  const { block, isFrame, x, y, width, height, lines, hasErrorWire } = placed;
  const { category, Icon } = lookOf(block.type);
  return (
    <li
      className={joinClasses(styles['place'], styles[isFrame ? 'frame' : 'block'], state !== undefined && styles[state.tone])}
      data-selected={isSelected || undefined}
      data-disabled={!block.enabled || undefined}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
    >
      <button
        type="button"
        data-block={block.id}
        className={styles['head']}
        aria-pressed={isSelected}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => onSelect(block.id)}
      >
        <span className={styles['tile']} data-category={category}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
        </span>
        <span className={styles['title']}>
          <span dir="auto">{block.name || block.id}</span>
          <span>{block.enabled ? wordsOf(block.type) : `${wordsOf(block.type)}, disabled`}</span>
        </span>
        {state !== undefined && (
          <span className={styles['state']}>
            {state.word}
            {state.end !== undefined && <span>{state.end}</span>}
          </span>
        )}
      </button>
      {!isFrame && (lines.length > 0 || hasErrorWire) && (
        <div className={styles['lines']}>
          {lines.map(({ label, text }, index) => (
            <p key={`${index}${label}`}>
              <span>{label}</span> {text}
            </p>
          ))}
          {hasErrorWire && (
            <p className={styles['error']}>
              <span>error</span>
            </p>
          )}
        </div>
      )}
    </li>
  );
});
