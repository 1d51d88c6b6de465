const { ModuleMocker } = require('jest-mock');

/** The realm of the process. @see NativeRuntime */
module.exports = class NativeEnvironment {
  constructor() {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = null;
    this.kept = { console: globalThis.console, exit: process.exit };
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return [];
  }

  async setup() {}

  /** A failure says what the test has registered under this name, such as what the open pages show. */
  async handleTestEvent({ name, error }) {
    if (name !== 'test_fn_failure') return;
    const seen = await globalThis[Symbol.for('sluice.seen')]?.();
    if (!seen) return;
    // A test that took too long fails with a text.
    if (typeof error?.stack !== 'string') this.kept.console.error(seen);
    else error.stack = error.stack.replace(error.message, () => `${error.message}\n\n${seen}`);
  }

  async teardown() {
    globalThis.console = this.kept.console;
    process.exit = this.kept.exit;
  }
};
