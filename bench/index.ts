import { cpus, totalmem } from 'node:os';
import { admission } from './programs/admission.js';
import { jobThroughput, pickUp } from './programs/async.js';
import { auditLog } from './programs/audit.js';
import { chainOfFunctions } from './programs/chain.js';
import { chat } from './programs/chat.js';
import { costs } from './programs/costs.js';
import { digests } from './programs/digests.js';
import { consoleFigures } from './programs/console.js';
import { editor } from './programs/editor.js';
import { fleet } from './programs/fleet.js';
import { following } from './programs/follow.js';
import { gateCost } from './programs/gate.js';
import { growingRuns } from './programs/growth.js';
import { hostile } from './programs/hostile.js';
import { longHistory } from './programs/history.js';
import { idleCost } from './programs/idle.js';
import { knowledge } from './programs/knowledge.js';
import { logPages } from './programs/logs.js';
import { mcp } from './programs/mcp.js';
import { models } from './programs/models.js';
import { modelCancel } from './programs/model-cancel.js';
import { modelDisk } from './programs/model-disk.js';
import { modelHistory } from './programs/model-history.js';
import { modelMoney } from './programs/model-money.js';
import { modelStreams } from './programs/model-streams.js';
import { openRoutes } from './programs/open-routes.js';
import { overload } from './programs/overload.js';
import { pausedExecutions } from './programs/paused.js';
import { payloadObjects } from './programs/payload-objects.js';
import { payloads } from './programs/payloads.js';
import { priceLookups } from './programs/prices.js';
import { processFigures } from './programs/process.js';
import { propagation } from './programs/propagation.js';
import { rebuilds } from './programs/rebuild.js';
import { rowEvents } from './programs/row-events.js';
import { rollingRestart } from './programs/rolling-restart.js';
import { schedules } from './programs/schedules.js';
import { sandboxCalls } from './programs/sandbox.js';
import { slowBodies } from './programs/slow-bodies.js';
import { spread } from './programs/spread.js';
import { eventStore } from './programs/store.js';
import { signalOutages, signals } from './programs/signals.js';
import { stormFigures } from './programs/storms.js';
import { streams } from './programs/streams.js';
import { syncRuns } from './programs/sync.js';
import { tables } from './programs/tables.js';
import { workerCosts } from './programs/workers.js';
import { webhooks } from './programs/webhooks.js';
import { readOptions, type BenchOptions } from './support/options.js';
import { markdown, type Section } from './support/report.js';
import { writeResults } from './support/results-file.js';

const programs: Readonly<Record<string, (options: BenchOptions) => Promise<Section>>> = {
  gate: gateCost,
  prices: priceLookups,
  propagation,
  admission,
  sync: syncRuns,
  costs,
  chain: chainOfFunctions,
  payloads,
  'payload-objects': payloadObjects,
  growth: growingRuns,
  streams,
  paused: pausedExecutions,
  pickup: pickUp,
  jobs: jobThroughput,
  schedules,
  webhooks,
  sandbox: sandboxCalls,
  store: eventStore,
  digests,
  tables,
  'row-events': rowEvents,
  knowledge,
  follow: following,
  spread,
  rebuild: rebuilds,
  'model-money': modelMoney,
  logs: logPages,
  history: longHistory,
  audit: auditLog,
  overload,
  'slow-bodies': slowBodies,
  'open-routes': openRoutes,
  hostile,
  storms: stormFigures,
  restart: rollingRestart,
  models,
  'model-streams': modelStreams,
  workers: workerCosts,
  signals,
  'signal-outages': signalOutages,
  'model-cancel': modelCancel,
  'model-history': modelHistory,
  'model-disk': modelDisk,
  mcp,
  console: consoleFigures,
  editor,
  chat,
  fleet,
  process: processFigures,
  idle: idleCost,
};

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = names.filter((name) => !(name in programs));
if (unknown.length > 0 || process.argv.includes('--help')) {
  process.stdout.write(
    `Usage: npm run bench -- [--write] [--runs=5000000] [--only=body:] [--per-second=1000] [--seconds=60] [--against=dist/bundle/main.js] [${Object.keys(programs).join('|')} ...]\n`,
  );
  process.exit(unknown.length > 0 ? 1 : 0);
}
const options = readOptions(process.argv);
const sections: string[] = [];
for (const [name, program] of Object.entries(programs)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  const section = markdown(await program(options));
  process.stdout.write(`${section}\n\n`);
  sections.push(section);
}
if (process.argv.includes('--write')) await writeResults('bench/RESULTS.md', machine(), sections);
