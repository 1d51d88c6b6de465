import type { LookupFunction } from 'node:net';
import { AddressPolicy, parseAllowList } from '../outbound/address-policy.js';
import { asFailure } from '../outbound/outbound-http.js';
import { PermittedAddresses } from '../outbound/permitted-addresses.js';
import { systemResolve } from '../outbound/policed-http.js';

/** Without and with TLS from the first byte. */
const imapPorts: ReadonlySet<number> = new Set([143, 993]);
const publicOnly = new AddressPolicy([], imapPorts);

/** Where a connection to a mail server may lead. */
export interface MailServerAddresses {
  /** For the socket: it knows the checked addresses only, so the name cannot resolve differently after the check. */
  readonly lookup: LookupFunction;
  /** Whether one of them is a public address, to which no password may be sent in clear text. */
  readonly isPublic: boolean;
}

export interface MailServersOptions {
  /** Entries as `parseAllowList` reads them. */
  readonly allow?: readonly string[];
  /** All addresses of a host name. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** The policy of outgoing requests for connections to IMAP servers: the same addresses, and the ports of IMAP. */
export class MailServers {
  readonly #addresses: PermittedAddresses;

  constructor({ allow = [], resolve = systemResolve }: MailServersOptions = {}) {
    this.#addresses = new PermittedAddresses(new AddressPolicy(parseAllowList(allow).allowed, imapPorts), resolve);
  }

  /** @throws OutboundFailure for a host that cannot be resolved or must not be reached */
  async addressesOf(host: string, port: number): Promise<MailServerAddresses> {
    const refused = this.#addresses.refusalOf(host, port);
    if (refused !== undefined) throw refused;
    const records = await this.#addresses.permitted(host, port).catch((error: unknown) => Promise.reject(asFailure(error)));
    return {
      isPublic: records.some(({ address }) => publicOnly.refusal({ host, address, port }) === undefined),
      lookup: (_host, options, callback) =>
        options.all === true ? callback(null, records) : callback(null, records[0]?.address ?? '', records[0]?.family),
    };
  }
}
