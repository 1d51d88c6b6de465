import { processors, syscallFilter } from './syscall-filter.js';

const setNoNewPrivileges = 38; // PR_SET_NO_NEW_PRIVS
const setModeFilter = 1; // SECCOMP_SET_MODE_FILTER
const allThreads = 1; // SECCOMP_FILTER_FLAG_TSYNC

/**
 * Permits this process, with all its threads and for good, only the system calls that running user code needs. The event loop must
 * not turn afterwards: it uses `io_uring`, and libuv ends a process whose calls are refused. Returns false
 * where the system cannot: not Linux, another processor, a kernel without seccomp, or no library to call the system with.
 */
export async function forbidSyscalls(library: string): Promise<boolean> {
  const processor = processors[process.arch];
  if (process.platform !== 'linux' || processor === undefined || library === '') return false;
  try {
    const { default: koffi } = (await import(library)) as typeof import('koffi');
    const system = koffi.load(null);
    const prctl = system.func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)');
    const program = koffi.struct({ length: 'uint16_t', filter: 'void *' });
    const seccomp = system.func('syscall', 'long', ['long', 'unsigned int', 'unsigned int', koffi.pointer(program)]);
    // ICU reads the zone of the machine once, from a file.
    new Date().getTimezoneOffset();
    const filter = syscallFilter(processor, process.pid);
    if (prctl(setNoNewPrivileges, 1, 0, 0, 0) !== 0) return false;
    return seccomp(processor.seccomp, setModeFilter, allThreads, { length: filter.length / 8, filter }) === 0;
  } catch {
    return false;
  }
}
