import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Request } from 'express';

/** Which bucket a start of a run takes from, by its body and headers. */
export type StartKind = 'sync' | 'async';

/** What the buckets of an account are for. */
export type BucketKind = StartKind | 'api';

/** `api`: a call takes a token from the bucket of that name. `none`: it is not limited. A function: it starts a run of the kind it names. */
export type ThrottleRule = 'api' | 'none' | ((request: Request) => StartKind);

export const throttleKey = 'sluice:throttle';

/** How a route is limited. Every route that needs a key says so; one that does not is limited like any other call. */
export const Throttle = (rule: ThrottleRule): CustomDecorator => SetMetadata(throttleKey, rule);
