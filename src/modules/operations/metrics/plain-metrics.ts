import { Counter, Gauge } from 'prom-client';

/** A figure that goes up and down, read when somebody asks. */
export function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
}

/** A count that is kept elsewhere, read when somebody asks. */
export function counter(name: string, help: string, read: () => number): Counter {
  return new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
