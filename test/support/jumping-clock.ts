import type { ServerProcess } from './server-process.js';

const hourMs = 3_600_000;

/** The setting of a server process whose clock `jump` changes. Timers are not affected. */
export function jumpingClock(hours = 1): Record<string, string> {
  const byMs = hours * hourMs;
  const script = [
    'let shiftMs=0;',
    `process.on('SIGUSR2',()=>{shiftMs=shiftMs===0?-${byMs}:shiftMs<0?${byMs}:0});`,
    'const True=Date;',
    'globalThis.Date=class Date extends True{',
    'constructor(...given){given.length===0?super(True.now()+shiftMs):super(...given)}',
    'static now(){return True.now()+shiftMs}',
    '};',
  ].join('');
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

/** The clock of the process jumps: first to so many hours too early, then to as many too late, then to the true time. */
export function jump({ child }: ServerProcess): void {
  child.kill('SIGUSR2');
}
