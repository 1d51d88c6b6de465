import type { ReactNode } from 'react';
import type { Guide } from './guides.js';
import styles from '../flow.module.css';

/** Lines on which a dragged block and others lie. */
export function GuideLines({ guides, thickness }: { readonly guides: readonly Guide[]; readonly thickness: number }): ReactNode {
  return guides.map(({ axis, at, from, to }) => (
    <div
      key={`${axis}${at}`}
      className={styles['guide']}
      data-guide={axis}
      aria-hidden
      style={
        axis === 'x'
          ? { left: at - thickness / 2, top: from, width: thickness, height: to - from }
          : { left: from, top: at - thickness / 2, width: to - from, height: thickness }
      }
    />
  ));
}
