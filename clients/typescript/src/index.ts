export {
  SluiceClient,
  type DraftOptions,
  type ExecuteOptions,
  type FollowChangesOptions,
  type FollowOptions,
  type RawExecution,
  type StartOptions,
  type StreamOptions,
} from './client.js';
export type { RunMessage } from './run-stream.js';
export { StartedJob, type WaitOptions } from './started-job.js';
export { Paged } from './paged.js';
export { SluiceError, type ErrorDetail, type ErrorKind } from './sluice-error.js';
export type { CallOptions, ClientOptions, RateLimit } from './transport.js';
export type { StreamedUpload, Upload } from './upload.js';
export type * from './generated/types.js';
