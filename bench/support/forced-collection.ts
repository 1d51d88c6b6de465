import { kill } from 'node:process';

/** Memory of a process after the collection of its garbage. */
export interface KeptMemory {
  /** What is in use: objects, and buffers outside of the heap. */
  readonly usedMb: number;
  /** Resident memory of the process alone. */
  readonly residentMb: number;
}

interface InspectorReply {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

const bytesOfMb = 1024 * 1024;
const readMemory = '(() => { const m = process.memoryUsage(); return [m.heapUsed + m.external, m.rss].join(); })()';

/** The inspector of a running process. It begins to listen when the process receives a signal. */
export class Inspector {
  #calls = 0;

  private constructor(private readonly socket: WebSocket) {}

  /** `port`: what the process was started with, see `inspectable`. */
  static async attach(pid: number, port: number): Promise<Inspector> {
    kill(pid, 'SIGUSR1');
    const socket = new WebSocket(await addressAt(port));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Inspector(socket);
  }

  /** Collects garbage, twice because finalizers leave some, and reads the memory. */
  async memory(): Promise<KeptMemory> {
    for (let round = 0; round < 2; round += 1) await this.#send('HeapProfiler.collectGarbage');
    const { result } = await this.#send('Runtime.evaluate', { expression: readMemory, returnByValue: true });
    const [used = Number.NaN, resident = Number.NaN] = String(result?.result?.value).split(',').map(Number);
    return { usedMb: used / bytesOfMb, residentMb: resident / bytesOfMb };
  }

  close(): void {
    this.socket.close();
  }

  #send(method: string, params: Record<string, unknown> = {}): Promise<InspectorReply> {
    const id = (this.#calls += 1);
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent): void => {
        const reply = JSON.parse(String(data)) as InspectorReply;
        if (reply.id !== id) return;
        this.socket.removeEventListener('message', onMessage);
        resolve(reply);
      };
      this.socket.addEventListener('message', onMessage);
      this.socket.addEventListener('close', () => reject(new Error('The process closed its inspector')), { once: true });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** The environment of a process whose inspector can be attached. */
export function inspectable(port: number): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` };
}

const tries = 200;

async function addressAt(port: number): Promise<string> {
  for (let turn = 0; turn < tries; turn += 1) {
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      (response) => response.json() as Promise<readonly { readonly webSocketDebuggerUrl?: string }[]>,
      () => [],
    );
    const address = targets[0]?.webSocketDebuggerUrl;
    if (address !== undefined) return address;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The process opened no inspector');
}
