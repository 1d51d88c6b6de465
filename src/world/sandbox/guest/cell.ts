import type ivm from 'isolated-vm';

/** A separate global object inside an isolate, with the handles that `prelude.ts` describes. */
export interface Realm {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  readonly check: ivm.Reference;
  readonly start: ivm.Reference;
  readonly resume: ivm.Reference;
  readonly take: ivm.Reference;
  readonly output: ivm.Reference;
}

/** An isolate with its realms and programs. It serves the programs of one group, or a single call. */
export class GuestCell {
  /** Compiled programs. */
  readonly scripts = new Map<object, ivm.Script>();
  /** The results of the scripts in the shared realm. */
  readonly factories = new Map<object, ivm.Reference>();
  calls = 0;
  readonly #prelude: ivm.Script;
  #spare: Realm | undefined;
  #shared: Realm | undefined;

  readonly isolate: ivm.Isolate;

  constructor(isolate: ivm.Isolate, prelude: string) {
    this.isolate = isolate;
    this.#prelude = isolate.compileScriptSync(prelude, { filename: 'prelude.js' });
    this.restock();
  }

  /** A realm in which no code has run. It is created in advance, so that the call does not wait for it. */
  freshRealm(): Realm {
    const realm = this.#spare ?? this.#makeRealm(false);
    this.#spare = undefined;
    return realm;
  }

  restock(): void {
    if (!this.isolate.isDisposed) this.#spare ??= this.#makeRealm(false);
  }

  /** The realm that the calls of a group share. Nothing in it can be changed. */
  sharedRealm(): Realm {
    return (this.#shared ??= this.#makeRealm(true));
  }

  dropSharedRealm(): void {
    if (this.isolate.isDisposed) return;
    for (const factory of this.factories.values()) factory.release();
    this.factories.clear();
    if (this.#shared !== undefined) this.release(this.#shared);
    this.#shared = undefined;
  }

  /** Without this a realm would live until a garbage collection of this process, which is rare. */
  release(realm: Realm): void {
    if (this.isolate.isDisposed) return;
    for (const handle of [realm.check, realm.start, realm.resume, realm.take, realm.output]) handle.release();
    realm.context.release();
  }

  /** Ends the isolate and all calls in it. */
  discard(): void {
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }

  #makeRealm(isFrozen: boolean): Realm {
    const { isolate } = this;
    const context = isolate.createContextSync();
    const setup = this.#prelude.runSync(context, { reference: true }) as ivm.Reference;
    const handles = setup.applySync(undefined, [isFrozen], { result: { reference: true } }) as ivm.Reference<Record<string, unknown>>;
    const handle = (name: string): ivm.Reference => handles.getSync(name, { reference: true });
    const realm = {
      isolate,
      context,
      check: handle('check'),
      start: handle('start'),
      resume: handle('resume'),
      take: handle('take'),
      output: handle('output'),
    };
    setup.release();
    handles.release();
    return realm;
  }
}
