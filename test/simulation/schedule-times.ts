import { parseArgs } from 'node:util';
import { cronDifference, drawnInstant } from '../support/schedules/check-cron.js';
import { ZoneOffsets } from '../support/schedules/counted-minutes.js';
import { randomCron } from '../support/schedules/random-cron.js';
import { Random } from '../support/simulation/random.js';

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Istanbul',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/Asuncion',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
];
const years: readonly [number, number] = [2025, 2027];
const { values } = parseArgs({ options: { expressions: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } } });
const count = Number(values.expressions);
const beganAt = performance.now();
let compared = 0;
let failures = 0;
for (const zone of zones) {
  const offsets = new ZoneOffsets(zone);
  const changes = offsets.changes(Date.UTC(years[0], 0, 1), Date.UTC(years[1] + 1, 0, 1));
  for (let index = 0; index < count; index += 1) checkExpression(offsets, changes, index);
}
const seconds = (performance.now() - beganAt) / 1_000;
const work = `${count} expressions, ${zones.length} zones, 3 years: ${compared.toLocaleString('en')} times compared`;
process.stdout.write(`${work}, ${failures} differ, ${seconds.toFixed(1)} s\n`);
process.exitCode = failures === 0 ? 0 : 1;

/** Checks one expression in one zone in each of the years. It is the same expression in every zone, at other instants. */
function checkExpression(offsets: ZoneOffsets, changes: readonly number[], index: number): void {
  const cron = randomCron(new Random(`${values.seed} expression ${index}`));
  const random = new Random(`${values.seed} ${offsets.zone} ${index}`);
  for (let year = years[0]; year <= years[1]; year += 1) {
    const ofYear = changes.filter((change) => new Date(change).getUTCFullYear() === year);
    const fromMs = drawnInstant(random, offsets, ofYear, [year, year]);
    const result = cronDifference(cron, offsets, { fromMs, hours: 48, most: 12 });
    compared += result.compared;
    if (result.difference === undefined) continue;
    failures += 1;
    if (failures <= 20) process.stdout.write(`${result.difference}\n`);
  }
}
