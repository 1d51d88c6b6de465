import { Handle, Position, type NodeProps } from '@xyflow/react';
import { ChevronsDownUp } from 'lucide-react';
import { createContext, memo, use, type ReactNode } from 'react';
import { lookOf } from '../../canvas/block-looks.js';
import looks from '../../canvas/canvas.module.css';
import { headHeight } from '../../canvas/picture.js';
import { Initial } from '../../shell/initial.js';
import { joinClasses } from '../../parts/join-classes.js';
import { FaultMark } from '../fault-mark.js';
import { kindOf, type BlockNode } from './elements.js';
import styles from './flow.module.css';

interface BlockActions {
  readonly onFold: (id: string) => void;
  readonly onPress: (id: string, isMore: boolean) => void;
  readonly isReadOnly: boolean;
}

/** What blocks tell the canvas. It is the same object for all of them, whatever is drawn. */
export const BlockActionsContext = createContext<BlockActions>({ onFold: () => undefined, onPress: () => undefined, isReadOnly: true });

/** A block, or the frame of a container with its title. */
export const BlockNodeView = memo(function BlockNodeView({ data, selected }: NodeProps<BlockNode>): ReactNode {
  const { onFold, onPress, isReadOnly } = use(BlockActionsContext);
  const { placed, handles, hasTarget, faults, people, state, isTabStop, isGhost } = data;
  const { block, isFrame, lines, hasErrorWire } = placed;
  const { category, Icon } = lookOf(block.type);
  const isContainer = block.type === 'loop' || block.type === 'parallel';
  if (isGhost) return null;
  return (
    <div
      className={joinClasses(looks[isFrame ? 'frame' : 'block'], styles['node'], state !== undefined && looks[state.tone])}
      data-selected={selected || undefined}
      data-disabled={!block.enabled || undefined}
      data-note={block.type === 'note' || undefined}
      data-fails={hasErrorWire || undefined}
    >
      <button
        type="button"
        data-block={block.id}
        data-drag
        className={joinClasses(looks['head'], styles['head'])}
        aria-pressed={selected}
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => {
          // By keyboard: the library selects by mouse.
          if (event.detail === 0) onPress(block.id, event.shiftKey);
        }}
      >
        <span className={looks['tile']} data-category={category}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
        </span>
        <span className={looks['title']}>
          <span dir="auto">{block.name || block.id}</span>
          <span>{kindOf(block)}</span>
        </span>
        {state !== undefined && (
          <span className={joinClasses(looks['state'], isContainer && styles['beside-fold'])}>
            {state.word}
            {state.end !== undefined && <span>{state.end}</span>}
            {state.spent !== undefined && <span>{state.spent}</span>}
          </span>
        )}
        <FaultMark faults={faults} />
      </button>
      {people.length > 0 && (
        <span className={styles['people']} title={people.join(', ')} aria-hidden>
          {people.slice(0, 3).map((name, index) => (
            <Initial key={`${index}${name}`} name={name} />
          ))}
        </span>
      )}
      {isContainer && (
        <button
          type="button"
          className={joinClasses('nodrag', styles['fold'])}
          tabIndex={-1}
          aria-label={isFrame ? `Fold ${block.name}` : `Unfold ${block.name}`}
          onClick={() => onFold(block.id)}
        >
          <ChevronsDownUp size={14} strokeWidth={1.5} aria-hidden />
        </button>
      )}
      {!isFrame && (lines.length > 0 || hasErrorWire) && (
        <div className={looks['lines']}>
          {lines.map(({ label, text }, index) => (
            <p key={`${index}${label}`}>
              <span>{label}</span> {text}
            </p>
          ))}
          {hasErrorWire && (
            <p className={looks['error']}>
              <span>error</span>
            </p>
          )}
        </div>
      )}
      {hasTarget && (
        <Handle
          id="target"
          type="target"
          position={Position.Left}
          isConnectable={!isReadOnly}
          className={styles['handle'] ?? ''}
          style={{ left: 0, top: headHeight / 2 }}
        />
      )}
      {handles.map(({ id, name, x, y, position }) => (
        <Handle
          key={id}
          id={id}
          type="source"
          position={position}
          isConnectable={!isReadOnly}
          className={joinClasses(styles['handle'], id === 'error' && styles['error'])}
          style={{ left: x, top: y, right: 'auto', bottom: 'auto' }}
          title={name}
        />
      ))}
    </div>
  );
});
