import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** `key`: whoever has a valid key, and then what its handler requires of the caller. `public`: anybody. */
export type AccessRule = 'key' | 'public';

export const accessKey = 'sluice:access';

/** Who may call a route. Every route says so; one that does not is closed to everybody. */
export const Access = (rule: AccessRule): CustomDecorator => SetMetadata(accessKey, rule);
