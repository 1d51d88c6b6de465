import { isIP, type LookupFunction } from 'node:net';
import type { AddressPolicy, Refusal } from './address-policy.js';
import { blocked } from './exchange/hop.js';
import { asFailure, type OutboundFailure } from './outbound-http.js';
import type { ResolveFor } from './tenants/name-lookups.js';

/** What the operator allows by naming one private address: not the metadata services of clouds, and no ports of other protocols. */
const liftedRefusals: ReadonlySet<Refusal | undefined> = new Set<Refusal>(['loopback', 'private']);

/** The addresses that connections may lead to. The check is made at the address that is connected to, so that a name cannot resolve differently after it. */
export class PermittedAddresses {
  constructor(
    private readonly policy: AddressPolicy,
    private readonly resolve: ResolveFor,
    private readonly allowsPrivate = false,
  ) {}

  /** The same, with loopback and private addresses. */
  withPrivate(): PermittedAddresses {
    return new PermittedAddresses(this.policy, this.resolve, true);
  }

  /** Why no connection may be made to a numeric host, which needs no look-up; undefined for a permitted one and for names. */
  refusalOf(host: string, port: number): OutboundFailure | undefined {
    const refusal = isIP(host) === 0 ? undefined : this.#refusal(host, host, port);
    return refusal === undefined ? undefined : blocked({ host, port, refusal });
  }

  /** Resolves names to their permitted addresses. */
  lookup(port: number, tenant: string): LookupFunction {
    return (host, options, callback) => {
      this.permitted(host, port, tenant).then(
        (records) => (options.all === true ? callback(null, records) : callback(null, records[0]?.address ?? '', records[0]?.family)),
        (error: unknown) => callback(asFailure(error), ''),
      );
    };
  }

  /** The permitted ones of the addresses of a host. @throws OutboundFailure (blocked) when it has none */
  async permitted(host: string, port: number, tenant = ''): Promise<{ address: string; family: number }[]> {
    const addresses = await this.resolve(host, tenant);
    const permitted = addresses.filter((address) => this.#refusal(host, address, port) === undefined);
    if (permitted.length > 0) return permitted.map((address) => ({ address, family: isIP(address) }));
    throw blocked({ host, port, refusal: this.#refusal(host, addresses[0] ?? '', port) ?? 'reserved' });
  }

  #refusal(host: string, address: string, port: number): Refusal | undefined {
    const refusal = this.policy.refusal({ host, address, port });
    return this.allowsPrivate && liftedRefusals.has(refusal) ? undefined : refusal;
  }
}
