import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import { Port } from './port.js';

/** Requests to other systems, under the outbound policy. */
export const Http = new Port<OutboundHttp, 'http'>('http', 'outside');
