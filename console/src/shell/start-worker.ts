interface ScriptPolicy {
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/** The only policy that the page permits: scripts of the console itself. */
const policy = trustedTypes?.createPolicy('sluice', {
  createScriptURL: (address) => {
    if (new URL(address, location.origin).origin !== location.origin) throw new Error('Workers run scripts of the console alone');
    return address;
  },
});

/** @param address of a script of the console */
export function startWorker(address: string): Worker {
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
}
