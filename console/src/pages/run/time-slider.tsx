import type { ShownEvent } from '@sluice/client';
import { SkipBack, SkipForward, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../../parts/controls/button.js';
import { durationParts } from '../../parts/show/amounts.js';
import { eventWords } from '../../run/event-facts.js';
import { momentMs, nextFailure } from '../../run/moments.js';
import styles from './run.module.css';

interface TimeSliderProps {
  readonly events: readonly ShownEvent[];
  readonly at: number;
  /** Whether the slider takes the focus when it appears. */
  readonly isFocused: boolean;
  readonly onMove: (at: number | undefined) => void;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Chooses the moment at which the trace is shown: arrows move by events, with Shift from failure to failure. */
export function TimeSlider({ events, at, isFocused, onMove }: TimeSliderProps): ReactNode {
  const last = events.at(-1)?.position ?? 1;
  const event = events.findLast(({ position }) => position <= at);
  const { value, unit } = durationParts(momentMs(events, at));
  const words = event === undefined ? '' : `${eventWords(event.type)}${event.node === undefined ? '' : ` ${event.node}`}`;
  const fail = (direction: 1 | -1): void => {
    const next = nextFailure(events, at, direction);
    if (next !== undefined) onMove(next);
  };
  const onKeyDown = (pressed: KeyboardEvent): void => {
    if (!pressed.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(pressed.key)) return;
    pressed.preventDefault();
    fail(pressed.key === 'ArrowRight' ? 1 : -1);
  };
  const step = (by: number): void => onMove(Math.min(last, Math.max(1, at + by)));
  return (
    <div className={styles['slider']} role="group" aria-label="Moment of the run">
      <IconButton label="Previous event" isDisabled={at <= 1} onPress={() => step(-1)}>
        <SkipBack {...icon} />
      </IconButton>
      <input
        type="range"
        autoFocus={isFocused}
        min={1}
        max={last}
        value={Math.min(at, last)}
        aria-label="Event"
        aria-valuetext={`Event ${at} of ${last}: ${words}, after ${value} ${unit}`}
        onChange={(changed) => onMove(Number(changed.target.value))}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Next event" isDisabled={at >= last} onPress={() => step(1)}>
        <SkipForward {...icon} />
      </IconButton>
      <IconButton label="Leave this moment" onPress={() => onMove(undefined)}>
        <X {...icon} />
      </IconButton>
      <p>
        <span>
          Event {Math.min(at, last)} of {last}
        </span>
        <span>{words}</span>
        <span>
          +{value} {unit}
        </span>
      </p>
    </div>
  );
}
