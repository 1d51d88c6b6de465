/** Numbers of system calls on x86-64 and on 64-bit ARM; null where the processor has no such call. */
const permitted: Readonly<Record<string, readonly [x64: number | null, arm64: number | null]>> = {
  read: [0, 63],
  write: [1, 64],
  readv: [19, 65],
  writev: [20, 66],
  close: [3, 57],
  fstat: [5, 80],
  mmap: [9, 222],
  mprotect: [10, 226],
  munmap: [11, 215],
  mremap: [25, 216],
  madvise: [28, 233],
  brk: [12, 214],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  futex: [202, 98],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  nanosleep: [35, 101],
  clock_nanosleep: [230, 115],
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  gettimeofday: [96, 169],
  getpid: [39, 172],
  gettid: [186, 178],
  getrandom: [318, 278],
  getrusage: [98, 165],
  getrlimit: [97, 163],
  membarrier: [324, 283],
  set_robust_list: [273, 99],
  rseq: [334, 293],
  pkey_alloc: [330, 289],
  pkey_mprotect: [329, 288],
  pkey_free: [331, 290],
  epoll_wait: [232, null],
  epoll_pwait: [281, 22],
  epoll_ctl: [233, 21],
  exit: [60, 93],
  exit_group: [231, 94],
};

interface Processor {
  readonly column: 0 | 1;
  /** AUDIT_ARCH of the kernel: a call of another instruction set has other numbers. */
  readonly audit: number;
  readonly clone: number;
  readonly clone3: number;
  readonly kill: number;
  readonly tgkill: number;
  /** The number of the system call `seccomp`. */
  readonly seccomp: number;
}

/** By the name that Node gives to the processor. */
export const processors: Readonly<Record<string, Processor>> = {
  x64: { column: 0, audit: 0xc000003e, clone: 56, clone3: 435, kill: 62, tgkill: 234, seccomp: 317 },
  arm64: { column: 1, audit: 0xc00000b7, clone: 220, clone3: 435, kill: 129, tgkill: 131, seccomp: 277 },
};

const load = 0x20; // BPF_LD | BPF_W | BPF_ABS
const equal = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const anyBit = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const giveBack = 0x06; // BPF_RET | BPF_K
const numberAt = 0;
const processorAt = 4;
const firstArgumentAt = 16;
const allow = 0x7fff0000;
const notPermitted = 0x00050000 | 1; // EPERM
const notThere = 0x00050000 | 38; // ENOSYS
const killProcess = 0x80000000;
const threadFlag = 0x00010000; // CLONE_THREAD

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/**
 * The seccomp program of a process that has loaded its files: memory, threads, time and the descriptors that it has. It opens no
 * file and no socket and starts no program: such a call fails with EPERM, so that a C library which tries has its answer. A thread of Node
 * that waits for delayed work waits with `epoll`. `io_uring` is not permitted: what is handed over there passes no filter.
 * Threads are permitted, processes are not; `clone3` has its flags in memory, where no filter sees them, so it does not exist and
 * the C library takes `clone`. Signals reach the process itself alone.
 */
export function syscallFilter({ column, audit, clone, clone3, kill, tgkill }: Processor, pid: number): Buffer {
  const numbers = Object.values(permitted).flatMap((each) => each[column] ?? []);
  const program: Instruction[] = [
    [load, 0, 0, processorAt],
    [equal, 1, 0, audit],
    [giveBack, 0, 0, killProcess],
    [load, 0, 0, numberAt],
    ...numbers.flatMap((number) => when(equal, number, [[giveBack, 0, 0, allow]])),
    ...when(equal, clone3, [[giveBack, 0, 0, notThere]]),
    ...when(equal, clone, onlyIf(anyBit, threadFlag)),
    ...when(equal, kill, onlyIf(equal, pid)),
    ...when(equal, tgkill, onlyIf(equal, pid)),
    [giveBack, 0, 0, notPermitted],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    const at = index * 8;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(operand, at + 4);
  }
  return bytes;
}

/** Executes the instructions when the loaded word matches, and skips them otherwise. */
function when(comparison: number, operand: number, then: readonly Instruction[]): Instruction[] {
  return [[comparison, 0, then.length, operand], ...then];
}

/** Allows the call when its first argument matches. */
function onlyIf(comparison: number, operand: number): Instruction[] {
  return [
    [load, 0, 0, firstArgumentAt],
    [comparison, 0, 1, operand],
    [giveBack, 0, 0, allow],
    [giveBack, 0, 0, notPermitted],
  ];
}
