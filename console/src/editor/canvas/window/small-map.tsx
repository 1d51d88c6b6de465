import type { Viewport } from '@xyflow/react';
import type { ReactNode, Ref, RefObject } from 'react';
import type { Point } from '../../../canvas/picture.js';
import styles from '../flow.module.css';

interface SmallMapProps {
  readonly ref: Ref<HTMLCanvasElement>;
  /** How the plane is drawn on the map. */
  readonly view: RefObject<Viewport>;
  readonly onGo: (at: Point) => void;
}

/** The whole workflow in a corner. A click, and a drag, moves the window there. */
export function SmallMap({ ref, view, onGo }: SmallMapProps): ReactNode {
  const go = ({ offsetX, offsetY }: MouseEvent): void => {
    const { x, y, zoom } = view.current;
    onGo({ x: (offsetX - x) / zoom, y: (offsetY - y) / zoom });
  };
  return (
    <canvas
      ref={ref}
      className={styles['map']}
      aria-hidden
      onPointerDown={({ currentTarget, pointerId, nativeEvent }) => {
        currentTarget.setPointerCapture(pointerId);
        go(nativeEvent);
      }}
      onPointerMove={({ currentTarget, pointerId, nativeEvent }) => {
        if (currentTarget.hasPointerCapture(pointerId)) go(nativeEvent);
      }}
    />
  );
}
