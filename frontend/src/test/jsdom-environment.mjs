import { TestEnvironment } from "jest-environment-jsdom";
import { metered } from "../../../testkit/jest/metered.mjs";

/**
 * jsdom with Node's implementations of web platform APIs that jsdom lacks: fetch (for RTK Query), structured cloning,
 * streams and text encoding.
 */
export default class BrowserEnvironment extends metered(TestEnvironment) {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      fetch: globalThis.fetch,
      Request: globalThis.Request,
      Response: globalThis.Response,
      Headers: globalThis.Headers,
      AbortController: globalThis.AbortController,
      AbortSignal: globalThis.AbortSignal,
      structuredClone: globalThis.structuredClone,
      TextEncoder: globalThis.TextEncoder,
      TextDecoder: globalThis.TextDecoder,
      ReadableStream: globalThis.ReadableStream,
      WritableStream: globalThis.WritableStream,
      TransformStream: globalThis.TransformStream,
    });
  }
}
