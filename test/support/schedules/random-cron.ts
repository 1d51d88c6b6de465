import type { Random } from '../simulation/random.js';

/** The values of one field of an expression, and how it is written. */
export interface CronField {
  readonly written: string;
  readonly values: ReadonlySet<number>;
}

/** An expression of five fields of numbers, lists, ranges and steps, with the values that they stand for. */
export interface RandomCron {
  readonly expression: string;
  readonly minute: CronField;
  readonly hour: CronField;
  readonly day: CronField;
  readonly month: CronField;
  readonly weekday: CronField;
}

const span = (least: number, most: number, step = 1): readonly number[] =>
  Array.from({ length: Math.floor((most - least) / step) + 1 }, (_item, index) => least + index * step);

/** Draws an expression that fires at least sometimes. Hours around two o'clock are frequent, since clocks change there. */
export function randomCron(random: Random): RandomCron {
  const minute = drawn(random, 0, 59, [0, 15, 30, 45]);
  const hour = drawn(random, 0, 23, [0, 1, 2, 3]);
  const isDaily = random.chance(0.5);
  const day = isDaily ? every(1, 31) : drawn(random, 1, 31, [1, 15, 28, 31]);
  const month = random.chance(0.6) ? every(1, 12) : drawn(random, 1, 12, [3, 4, 10, 11]);
  const weekday = random.chance(0.6) ? every(0, 6) : drawn(random, 0, 6, [0, 6]);
  const expression = [minute, hour, day, month, weekday].map(({ written }) => written).join(' ');
  return { expression, minute, hour, day, month, weekday };
}

function every(least: number, most: number): CronField {
  return { written: '*', values: new Set(span(least, most)) };
}

function drawn(random: Random, least: number, most: number, frequent: readonly [number, ...number[]]): CronField {
  const kind = random.between(0, 4);
  if (kind === 0) return every(least, most);
  if (kind === 1) {
    const step = random.between(2, most - least);
    return { written: `*/${step}`, values: new Set(span(least, most, step)) };
  }
  if (kind === 2) {
    const from = random.between(least, most);
    const to = random.between(from, most);
    const step = random.between(1, 3);
    return { written: step === 1 ? `${from}-${to}` : `${from}-${to}/${step}`, values: new Set(span(from, to, step)) };
  }
  const count = random.between(1, 3);
  const values = new Set(span(1, count).map(() => (random.chance(0.5) ? random.pick([...frequent]) : random.between(least, most))));
  return { written: [...values].join(','), values };
}
