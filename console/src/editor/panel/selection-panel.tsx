import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../parts/controls/button.js';
import type { Alignment, Direction } from '../commands/align.js';
import styles from './panel.module.css';

interface SelectionPanelProps {
  readonly count: number;
  readonly isReadOnly: boolean;
  readonly onAlign: (alignment: Alignment) => void;
  readonly onDistribute: (direction: Direction) => void;
}

const alignments: readonly (readonly [Alignment, string, LucideIcon])[] = [
  ['left', 'Align left edges', AlignStartVertical],
  ['centre', 'Align centres', AlignCenterVertical],
  ['right', 'Align right edges', AlignEndVertical],
  ['top', 'Align top edges', AlignStartHorizontal],
  ['middle', 'Align middles', AlignCenterHorizontal],
  ['bottom', 'Align bottom edges', AlignEndHorizontal],
];
const directions: readonly (readonly [Direction, string, LucideIcon])[] = [
  ['across', 'Distribute across', AlignHorizontalSpaceAround],
  ['down', 'Distribute down', AlignVerticalSpaceAround],
];
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What can be done with several blocks at once. */
export function SelectionPanel({ count, isReadOnly, onAlign, onDistribute }: SelectionPanelProps): ReactNode {
  return (
    <section className={styles['block']} aria-label="Selection">
      <h2>{count} blocks are selected</h2>
      {!isReadOnly && (
        <div className={styles['align']} role="group" aria-label="Arrange">
          {alignments.map(([alignment, label, Icon]) => (
            <IconButton key={alignment} label={label} onPress={() => onAlign(alignment)}>
              <Icon {...icon} />
            </IconButton>
          ))}
          {directions.map(([direction, label, Icon]) => (
            <IconButton key={direction} label={label} onPress={() => onDistribute(direction)}>
              <Icon {...icon} />
            </IconButton>
          ))}
        </div>
      )}
    </section>
  );
}
