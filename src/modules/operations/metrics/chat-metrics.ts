import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ChatStreams } from '#modules/chat/index.js';
import { counter, gauge } from './plain-metrics.js';

/** The streams of chats in this process, and the messages that it refused. */
@Injectable()
export class ChatMetrics {
  constructor(registry: Registry, streams: ChatStreams) {
    const refused = 'Messages of visitors that were refused for the rate of the plan';
    registry.registerMetric(gauge('sluice_chat_streams_open', 'Streams that visitors of chats read in this process', () => streams.count));
    registry.registerMetric(counter('sluice_chat_messages_limited_total', refused, () => streams.refused));
  }
}
