export interface Threat {
  readonly number: number;
  readonly technique: string;
  /** Titles of the tests, or of the hostile programs, that try it. */
  readonly tests: readonly string[];
  /** Why there is none. */
  readonly excluded?: string;
}

const threats: readonly (readonly [technique: string, tests: readonly string[], excluded?: string])[] = [
  ['constructor walk on a host value', ['walks from its inputs', 'walks from every global']],
  [
    'constructor of a host function',
    ['walks from the functions that it is given', 'calls what it is given on other receivers and with new'],
  ],
  ['prototype walk on results and errors', ['walks the prototypes of results and errors']],
  ['members extracted by their descriptors', ['takes what it is given apart by its descriptors', 'defines and looks up accessors of old']],
  ['callers and sloppy this', ['walks from its arguments and callers', 'reads its sloppy this']],
  ['indirect evaluation and constructors of functions', ['evaluates indirectly', 'builds functions of every kind']],
  [
    'dynamic import and module meta',
    ['imports a module', 'imports a module from evaluated code', 'imports with attributes and by phases', 'asks for import.meta'],
  ],
  ['formatter of stack traces', ['formats stack traces itself']],
  ['error thrown by the host while it formats', ['looks at the error of a request that the host refused', 'prints values that throw']],
  ['sanitiser of exceptions skipped', ['nests finally and catch', 'throws a proxy']],
  ['stack overflow inside a host call', ['overflows the stack inside what it is given', 'overflows the stack inside JSON']],
  ['coercion error of the host', ['coerces a symbol inside what it is given']],
  ['causes and aggregated errors revisited', ['chains causes in a circle', 'throws errors whose causes form a circle']],
  ['suppressed errors', ['suppresses errors']],
  ['paths of the host in stacks', ['reads frames of the host from its own stack', 'throws an error with a lying stack']],
  ['species of promises', ['swaps the species of promises', 'replaces the promises that the host builds by a subclass']],
  ['thenable returned to the host', ['returns a thenable', 'gives a thenable to what awaits']],
  ['async generators that catch what the host throws', ['catches what hosts throw in an async generator']],
  ['replaced methods of promises', ['overrides then']],
  ['unhandled rejection', ['leaves an unhandled rejection', 'rejects without end']],
  ['work that outlives the run', ['leaves work behind', 'leaves a loop behind that it does not await']],
  ['proxy handed to the host', ['returns a proxy', 'returns a proxy that throws']],
  [
    'code that runs while the host writes a value',
    ['runs code while it is written as JSON', 'runs code while it is converted for the host', 'converts itself to a forged value'],
  ],
  ['custom inspection', ['has a custom inspector']],
  ['iterators and species of lists', ['has an own iterator', 'returns lists with an own species']],
  [
    'replaced built-ins',
    [
      'replaces JSON',
      'replaces what writers of JSON use',
      'gives all objects a toJSON',
      'gives all objects getters',
      'gives all lists setters',
    ],
  ],
  [
    'prototype pollution across the boundary',
    [
      'returns a __proto__ key',
      'returns a nested __proto__ key',
      'returns keys that change prototypes when they are copied',
      'returns raw JSON',
    ],
  ],
  ['leaked reference of the library', ['looks for handles on all globals', 'looks for handles on what fetch answers']],
  ['leaked isolate, context or module', ['looks for handles on all globals', 'asks for the library']],
  [
    'type confusion in copies',
    [
      'of the library: its version has none of the known holes',
      'of the library: guests get no handle, and nothing that was compiled elsewhere is loaded',
    ],
  ],
  ['cached data or snapshot of the user', ['of the library: guests get no handle, and nothing that was compiled elsewhere is loaded']],
  [
    'native module through a handle',
    ['asks for the library', 'of the library: guests get no handle, and nothing that was compiled elsewhere is loaded'],
  ],
  ['raw bridge left on the global', ['finds nothing on its global object but the language, a console and fetch']],
  ['confused arguments of the bridge', ['gives fetch odd arguments', 'names a tenant', 'is answered by the host']],
  ['re-entrance of the bridge', ['calls fetch while its options are read']],
  [
    'forged messages on the pipe',
    ['returns bytes that look like messages', 'is ended when it sends %s', 'refuses a message that is announced to be too large'],
  ],
  [
    'inherited environment, files of the parent',
    [
      'has no environment',
      'is another user without groups and capabilities, where the server is root',
      'knows nothing of the server by its environment or its command line',
    ],
  ],
  ['inherited descriptors and sockets', ['holds no descriptor of the server', 'has a separate network with nothing in it']],
  ['debugger attached', ['listens to no debugger, even when it is asked to']],
  ['exceptions of WebAssembly', ['walks from every global', 'finds nothing on its global object but the language, a console and fetch']],
  ['promise integration and streaming of WebAssembly', ['finds nothing on its global object but the language, a console and fetch']],
  ['memory of WebAssembly', ['takes memory through WebAssembly']],
  ['shared memory as a clock, or to wait on', ['waits on shared memory', 'waits for shared memory that is not there']],
  ['speculative reads between isolates', [], 'tenants share processes: `README.md` of the sandbox tells why'],
  ['callbacks of collected objects after the end', ['finds nothing on its global object but the language, a console and fetch']],
  [
    'bug in the compiler of the engine',
    [
      'is another user without groups and capabilities, where the server is root',
      'gains no rights from a program that it starts',
      'has a separate network with nothing in it',
    ],
  ],
  [
    'residue of an earlier run',
    [
      'finds no mark that an earlier call of the same tenant left on anything',
      'finds no answer of an earlier call in what regular expressions remember',
      'leaves nothing behind for the next call',
    ],
  ],
  ['poisoned files of the jail', ['dumps no core, writes no file and opens few']],
  ['bugs of another engine', [], 'that engine is not used'],
];

/** The ways out of sandboxes that are known, by name: what each of them is tried by. */
export const THREATS: readonly Threat[] = threats.map(([technique, tests, excluded], index) => ({
  number: index + 1,
  technique,
  tests,
  ...(excluded === undefined ? {} : { excluded }),
}));
