import type { ReactNode } from 'react';
import styles from './bar-chart.module.css';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
}

const height = 96;
const step = 10;
const gap = 2;

/** Upright bars in their order, from zero. The same figures belong in a table below, for those who do not see the picture. */
export function BarChart({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const [first, last] = [bars[0], bars.at(-1)];
  const top = bars.find(({ value }) => value === most);
  return (
    <figure className={styles['chart']}>
      <figcaption>
        <span>{label}</span>
        {top !== undefined && <span>{most > 0 ? `at most ${top.text}` : top.text}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${Math.max(bars.length, 1) * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ name, value, text }, index) => {
          const tall = most === 0 ? 0 : Math.max((value / most) * height, value > 0 ? 2 : 0);
          return (
            <g key={name}>
              <title>{`${name}: ${text}`}</title>
              <rect x={index * step} y={0} width={step} height={height} className={styles['ground']} />
              <rect x={index * step + gap / 2} y={height - tall} width={step - gap} height={tall} className={styles['bar']} />
            </g>
          );
        })}
      </svg>
      <div className={styles['axis']} aria-hidden>
        <span>{first?.name}</span>
        {last !== first && <span>{last?.name}</span>}
      </div>
    </figure>
  );
}

/** The share of a figure in the largest of its column, as a thin bar behind the number. */
export function ShareBar({ share }: { readonly share: number }): ReactNode {
  return (
    <span className={styles['share']} aria-hidden>
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  );
}
