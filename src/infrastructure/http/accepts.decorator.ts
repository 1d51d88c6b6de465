import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** `raw`: the route reads the body itself. */
export type BodyKind = 'json' | 'multipart' | 'raw';

export const bodyKindKey = 'sluice:body';

/** Which body a route takes. Without this decorator: JSON. The route decides and not a header, which the caller could choose. */
export const Accepts = (kind: BodyKind): CustomDecorator => SetMetadata(bodyKindKey, kind);
