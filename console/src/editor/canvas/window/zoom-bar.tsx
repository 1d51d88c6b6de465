import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../parts/controls/button.js';
import type { CanvasWindow } from './use-window.js';
import styles from '../flow.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

export function ZoomBar({ zoom, zoomBy, showAll }: Pick<CanvasWindow, 'zoom' | 'zoomBy' | 'showAll'>): ReactNode {
  return (
    <div className={styles['bar']} data-side="right">
      <IconButton label="Zoom out" onPress={() => zoomBy(0.8)}>
        <Minus {...icon} />
      </IconButton>
      <span className={styles['scale']}>{percentText(zoom)}</span>
      <IconButton label="Zoom in" onPress={() => zoomBy(1.25)}>
        <Plus {...icon} />
      </IconButton>
      <IconButton label="Show all" onPress={showAll}>
        <Maximize {...icon} />
      </IconButton>
    </div>
  );
}

/** Below one percent with the digit that says how far away the canvas is. */
function percentText(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 1 ? percent.toPrecision(1) : Math.round(percent)} %`;
}
