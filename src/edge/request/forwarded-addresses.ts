import type { RequestHandler } from 'express';

const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const inBrackets = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i;

/**
 * Some gateways append the port of the client to its address. An address with a port is not a valid address, so the client would be
 * unknown. Must run before any code reads the address.
 */
export function forwardedAddresses(): RequestHandler {
  return ({ headers }, _, next) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
    next();
  };
}

/** The list without ports. An entry that is not an address is kept. */
export function withoutPorts(forwarded: string): string {
  return forwarded
    .split(',')
    .map((entry) => entry.trim())
    .map((entry) => (withPort.exec(entry) ?? inBrackets.exec(entry))?.[1] ?? entry)
    .join(', ');
}
