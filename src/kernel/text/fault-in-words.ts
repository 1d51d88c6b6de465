/** What a fault of a connection means, as the rest of a sentence about its address, and what helps. */
export interface ConnectionFault {
  readonly what: string;
  /** Undefined when the address is the only thing to check. */
  readonly remedy?: string;
}

const untrusted: ConnectionFault = {
  what: 'has a certificate that is not trusted: it is self-signed, or its authority is unknown here',
  remedy: 'Set NODE_EXTRA_CA_CERTS to the file of the certificate of its authority.',
};
const unnamed: ConnectionFault = { what: 'has a host name without an address', remedy: 'Check the name, and the DNS of this machine.' };
const unreachable: ConnectionFault = { what: 'cannot be reached from this network', remedy: 'Check the address, routes and firewalls.' };
const silent: ConnectionFault = { what: 'does not answer in time', remedy: 'Check the address and firewalls.' };
const plainText: ConnectionFault = {
  what: 'does not speak TLS',
  remedy: 'Use http:// if the server has no certificate, and check the port.',
};
const closed: ConnectionFault = {
  what: 'closed the connection without an answer',
  remedy: 'Use https:// if the server expects TLS, and check the port.',
};

const connectionFaults: Readonly<Record<string, ConnectionFault>> = {
  ECONNREFUSED: { what: 'refuses connections' },
  ENOTFOUND: unnamed,
  EAI_AGAIN: unnamed,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  ECONNRESET: closed,
  UND_ERR_SOCKET: closed,
  ERR_SSL_WRONG_VERSION_NUMBER: plainText,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainText,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: { what: 'has a certificate that has expired', remedy: 'Renew it there, and check the clock of this machine.' },
  CERT_NOT_YET_VALID: { what: 'has a certificate that is not valid yet', remedy: 'Check the clocks of both machines.' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'has a certificate for another name',
    remedy: 'Use the name that the certificate contains.',
  },
};

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Check the path; it is relative to the folder of the command',
  EACCES: 'may not be used by this user. Change its permissions, or run the command as its owner',
  EPERM: 'may not be used by this user. Change its permissions, or run the command as its owner',
  EISDIR: 'is a folder. Name a file',
  ENOTDIR: 'is below a file, or is not a folder. Check the path',
  EEXIST: 'exists already. Name another file',
  ENOSPC: 'has no room: the disk is full. Free space, or name a place on another disk',
  EROFS: 'is on a read-only file system. Name another place',
  EMFILE: 'cannot be opened: this process has too many open files. Raise its limit (ulimit -n)',
};

/** What a fault of a connection means; undefined when it is something else. */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  return codesOf(error)
    .map((code) => (Object.hasOwn(connectionFaults, code) ? connectionFaults[code] : undefined))
    .find((fault) => fault !== undefined);
}

/** One sentence about a file that could not be used, with what helps. */
export function fileFault(path: string, error: unknown): string {
  const known = codesOf(error).find((code) => Object.hasOwn(fileFaults, code));
  return known === undefined ? `${path} cannot be used: ${textOf(error)}` : `${path} ${fileFaults[known]}.`;
}

/** The codes of an error, of its causes and of the errors that it contains, the outermost first. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Object) || depth > 5) return [];
  const { code, cause, errors } = error as { readonly code?: unknown; readonly cause?: unknown; readonly errors?: unknown };
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].flatMap((each) => codesOf(each, depth + 1));
  return typeof code === 'string' ? [code, ...inner] : inner;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
