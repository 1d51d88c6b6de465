import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { DeliveredEvents, OtherJobs, RunsModule } from '#modules/runs/index.js';
import { TablesModule } from '#modules/tables/index.js';
import { TriggerRegistrations, WorkflowsModule } from '#modules/workflows/index.js';
import { ChangeTriggerHandler } from './deliveries/commands/change-trigger.command.js';
import { ReplayDeliveryHandler } from './deliveries/commands/replay-delivery.command.js';
import { RotateTriggerSecretHandler } from './deliveries/commands/rotate-trigger-secret.command.js';
import { Listening } from './deliveries/listening.js';
import { ListenersController } from './http/listeners.controller.js';
import { WebhookTestsController } from './http/webhook-tests.controller.js';
import { Deliveries } from './deliveries/deliveries.js';
import { DeliveryRates } from './deliveries/delivery-rates.js';
import { EndedRuns } from './deliveries/ended-runs.js';
import { HeldDeliveries } from './deliveries/held-deliveries.js';
import { LeftTriggers } from './deliveries/left-triggers.js';
import { RecordingLimit } from './deliveries/recording-limit.js';
import { ReleaseDelivery } from './deliveries/release-delivery.js';
import { GetDeliveryHandler } from './deliveries/queries/get-delivery.query.js';
import { GetTriggerHandler } from './deliveries/queries/get-trigger.query.js';
import { ListDeliveriesHandler } from './deliveries/queries/list-deliveries.query.js';
import { ListTriggersHandler } from './deliveries/queries/list-triggers.query.js';
import { ReachableDeliveries } from './deliveries/queries/reachable-deliveries.js';
import { CancelReplayHandler } from './deliveries/commands/cancel-replay.command.js';
import { RequestReplayHandler } from './deliveries/commands/request-replay.command.js';
import { GetReplayHandler } from './deliveries/queries/get-replay.query.js';
import { DeliveryReplays } from './store/deliveries/delivery-replays.js';
import { ReplayDeliveriesWork } from './deliveries/jobs/replay-deliveries.work.js';
import { ReplayStep } from './deliveries/replays/replay-step.js';
import { ReplayVersions } from './deliveries/replays/replay-versions.js';
import { Replays } from './deliveries/replays/replays.js';
import { ReplaysController } from './http/replays/replays.controller.js';
import { SentFiles } from './deliveries/sent-files.js';
import { TriggerFollower } from './deliveries/trigger-follower.js';
import { WebhookDoor } from './deliveries/webhook-door.js';
import { EventReader } from './events/event-reader.js';
import { RowEventLoop } from './events/row-event-loop.js';
import { WorkspaceEventLoop } from './events/workspace-event-loop.js';
import { RssPoller } from './firing/polls/feeds/rss-poller.js';
import { ImapPoller } from './firing/polls/mail/imap-poller.js';
import { ReadMails } from './firing/polls/mail/read-mails.js';
import { BackfillTriggerHandler } from './firing/commands/backfill-trigger.command.js';
import { ChangeScheduleHandler } from './firing/commands/change-schedule.command.js';
import { FireTriggerHandler } from './firing/commands/fire-trigger.command.js';
import { CallerSchedules } from './firing/caller-schedules.js';
import { FiringsController } from './http/schedules/firings.controller.js';
import { SchedulesController } from './http/schedules/schedules.controller.js';
import { GetScheduleHandler } from './firing/queries/get-schedule.query.js';
import { ListSchedulesHandler } from './firing/queries/list-schedules.query.js';
import { ScheduleViews } from './firing/queries/schedule-views.js';
import { DeliveriesOfTrigger } from './store/cursors/deliveries-of-trigger.js';
import { WrittenSecrets } from './store/secrets/written-secrets.js';
import { FireClaims } from './firing/fire-claims.js';
import { FireSchedule } from './firing/fire-schedule.js';
import { FiringDrift } from './firing/firing-drift.js';
import { FiringLoop } from './firing/firing-loop.js';
import { PollClaims } from './firing/polls/poll-claims.js';
import { Pollers } from './firing/polls/poller.js';
import { DeliveriesController } from './http/deliveries.controller.js';
import { TriggersController } from './http/triggers.controller.js';
import { WebhookVisitors } from './http/webhook-visitors.js';
import { WebhookController } from './http/webhook.controller.js';
import { DeliveryClaims } from './store/deliveries/delivery-claims.js';
import { ReplayJobs } from './deliveries/queries/replay-jobs.js';
import { DeliveryContentsStore } from './deliveries/queries/delivery-contents.js';
import { DeliveryRows } from './store/deliveries/delivery-rows.js';
import { Registrations } from './store/registrations.js';
import { RowTriggers } from './store/row-triggers.js';
import { PollFailures } from './store/cursors/poll-failures.js';
import { ScheduleCursors } from './store/cursors/schedule-cursors.js';
import { TriggerBacklog } from './store/trigger-backlog.js';
import { ListenerUpkeep } from './store/deliveries/listener-upkeep.js';
import { Listeners } from './store/deliveries/listeners.js';
import { RotatedSecrets } from './store/secrets/rotated-secrets.js';
import { SigningSecrets } from './store/secrets/signing-secrets.js';
import { TriggerLimits } from './store/trigger-limits.js';
import { TriggerRuns } from './store/trigger-runs.js';
import { Triggers } from './store/triggers.js';
import { WorkspaceEvents } from './store/workspace-events.js';

const scheduleRoutes = [
  BackfillTriggerHandler,
  CallerSchedules,
  ChangeScheduleHandler,
  DeliveriesOfTrigger,
  FireTriggerHandler,
  GetScheduleHandler,
  ListSchedulesHandler,
  ScheduleViews,
];
const replaying = [
  Replays,
  ReplayVersions,
  ReplayDeliveryHandler,
  DeliveryReplays,
  ReplayStep,
  ReplayDeliveriesWork,
  RequestReplayHandler,
  CancelReplayHandler,
  GetReplayHandler,
];
const firing = [ScheduleCursors, FireSchedule, FireClaims, PollClaims, PollFailures, Pollers, FiringDrift, FiringLoop];
const following = [
  TriggerBacklog,
  DeliveryRates,
  RecordingLimit,
  TriggerLimits,
  TriggerRuns,
  EndedRuns,
  ReleaseDelivery,
  HeldDeliveries,
  LeftTriggers,
  TriggerFollower,
];

/** What starts runs without a call. Global, because it provides ports of workflows and runs. */
@Global()
@Module({
  imports: [RunsModule, RetentionModule, IdentityModule, EnvironmentModule, WorkflowsModule, TablesModule],
  providers: [
    { provide: TriggerRegistrations, useClass: Registrations },
    { provide: DeliveredEvents, useExisting: DeliveryContentsStore },
    { provide: OtherJobs, useClass: ReplayJobs },
    Triggers,
    RowTriggers,
    RowEventLoop,
    WorkspaceEvents,
    EventReader,
    WorkspaceEventLoop,
    DeliveryClaims,
    Deliveries,
    WrittenSecrets,
    RssPoller,
    ImapPoller,
    ReadMails,
    SigningSecrets,
    RotatedSecrets,
    RotateTriggerSecretHandler,
    Listeners,
    ListenerUpkeep,
    Listening,
    SentFiles,
    WebhookDoor,
    WebhookVisitors,
    ...firing,
    ...following,
    DeliveryRows,
    DeliveryContentsStore,
    ReachableDeliveries,
    ListTriggersHandler,
    GetTriggerHandler,
    ChangeTriggerHandler,
    ListDeliveriesHandler,
    GetDeliveryHandler,
    ...replaying,
    ...scheduleRoutes,
  ],
  controllers: [
    WebhookController,
    WebhookTestsController,
    ListenersController,
    TriggersController,
    DeliveriesController,
    ReplaysController,
    FiringsController,
    SchedulesController,
  ],
  exports: [TriggerRegistrations, DeliveredEvents, OtherJobs, FiringDrift, TriggerBacklog, DeliveryRates, RecordingLimit, PollClaims],
})
export class TriggersModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly claims: DeliveryClaims,
    private readonly events: WorkspaceEvents,
    private readonly listeners: Listeners,
    private readonly heard: ListenerUpkeep,
    private readonly worker: WorkerLoop,
    private readonly replaying: ReplayDeliveriesWork,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.replaying);
    this.housekeeper.add(() => this.claims.forgetOld());
    this.housekeeper.add(() => this.events.tidy());
    this.housekeeper.add(() => this.listeners.forgetOld());
    this.heard.begin();
  }
}
