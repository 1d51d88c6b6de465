import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.js';
import { Tooltip } from '../overlays/tooltip.js';
import styles from './controls.module.css';
import { useProblemFocus } from './problem-focus.js';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly look?: 'normal' | 'primary' | 'danger' | 'quiet';
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

const classOf = ({ look = 'normal', isWide = false }: Pick<ButtonProps, 'look' | 'isWide'>): string =>
  joinClasses(styles['button'], look !== 'normal' && styles[look], isWide && styles['wide']);

export function Button({ look, isWide, ...props }: ButtonProps): ReactNode {
  const button = useProblemFocus(props.isPending === true);
  return <AriaButton {...props} ref={button} className={classOf({ ...(look && { look }), ...(isWide && { isWide }) })} />;
}

/** A button without words: its label is for screen readers and the tooltip. */
export function IconButton({ label, children, ...props }: Omit<ButtonProps, 'look' | 'isWide'> & { readonly label: string }): ReactNode {
  return (
    <Tooltip text={label}>
      <AriaButton {...props} aria-label={label} className={joinClasses(styles['button'], styles['quiet'], styles['icon'])}>
        {children}
      </AriaButton>
    </Tooltip>
  );
}

interface ButtonLinkProps {
  readonly href: string;
  /** The name under which the browser saves what is there. */
  readonly download?: string;
  readonly children: ReactNode;
}

/** A link to another document, which looks like a button. */
export function ButtonLink({ children, ...place }: ButtonLinkProps): ReactNode {
  return (
    <AriaLink {...place} className={styles['button'] ?? ''}>
      {children}
    </AriaLink>
  );
}
