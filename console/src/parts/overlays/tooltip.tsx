import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './overlays.module.css';

/** Says more about what it surrounds, on hover and on focus. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }): ReactNode {
  return (
    <TooltipTrigger delay={500}>
      {children}
      <AriaTooltip className={styles['tooltip'] ?? ''} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
