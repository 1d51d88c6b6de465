import type { RequestHandler } from 'express';

const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const inBrackets = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i;

/**
 * Some gateways append the port of the client to its address. An address with a port is none, so nothing could be said about where the
 * client is. To be used before anything asks for the address.
 */
export function forwardedAddresses(): RequestHandler {
  return ({ headers }, _, next) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
    next();
  };
}

/** The list with nothing but addresses, as far as they are any. */
export function withoutPorts(forwarded: string): string {
  return forwarded
    .split(',')
    .map((entry) => entry.trim())
    .map((entry) => (withPort.exec(entry) ?? inBrackets.exec(entry))?.[1] ?? entry)
    .join(', ');
}
