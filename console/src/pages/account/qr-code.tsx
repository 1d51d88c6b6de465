import { encodeQR } from 'qr';
import { useMemo, type ReactNode } from 'react';
import styles from './account.module.css';

/** Light squares around the code: scanners need them. */
const edge = 4;

/** A text as squares for a camera: dark on light in both themes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: edge }), [text]);
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className={styles['qr']} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
