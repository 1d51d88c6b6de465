import { layOut, type LayoutRequest } from './lay-out.js';

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage(layOut(data));
});
