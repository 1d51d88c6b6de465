import { setImmediate as turn } from 'node:timers/promises';
const list = process.argv.slice(2);
for (const name of list) {
  await turn(); await turn();
  let worst = 0, last = process.cpuUsage(), done = false;
  const us = (u) => (u.user + u.system) / 1000;
  const tick = () => { worst = Math.max(worst, us(process.cpuUsage(last))); last = process.cpuUsage(); if (!done) setImmediate(tick); }; setImmediate(tick);
  const c = process.cpuUsage(); await import(name); worst = Math.max(worst, us(process.cpuUsage(last))); done = true; 
  console.log(name.padEnd(45), 'longest piece cpu', worst.toFixed(0), 'cpu', us(process.cpuUsage(c)).toFixed(0));
}
