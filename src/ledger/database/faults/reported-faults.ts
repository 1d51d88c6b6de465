import { infrastructureFaultOf } from './infrastructure-fault-of.js';

/** The result of work that uses the database. @throws InfrastructureFault in place of the errors of the driver that report an outage */
export function reportingFaults<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw infrastructureFaultOf(error) ?? error;
  });
}

/** The capability, whose methods throw InfrastructureFault in place of the errors of the database driver that report an outage. */
export function withReportedFaults<Capability extends object>(capability: Capability): Capability {
  return new Proxy(capability, {
    get: (target, name): unknown => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(method, target, args);
        return result instanceof Promise ? reportingFaults(result) : result;
      };
    },
  });
}
