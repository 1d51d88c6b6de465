import { useSyncExternalStore } from 'react';
import type { Shared } from '../api/shared.js';

export function useShared<Value>(value: Shared<Value>): Value {
  return useSyncExternalStore(value.subscribe, value.get);
}
