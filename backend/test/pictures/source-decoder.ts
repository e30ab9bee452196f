import { fileURLToPath } from "node:url";
import { DecoderCommand } from "../../src/pictures/picture-decoder.service.js";

const hooks = new URL("../../../testkit/source-hooks.mjs", import.meta.url).href;

/** Node's arguments that run our TypeScript from source. */
export const FROM_SOURCE: readonly string[] = [
  "--conditions=source",
  "--import",
  `data:text/javascript,import{register}from"node:module";register(${JSON.stringify(hooks)})`,
];

/** The decoder, run from source. */
export const sourceDecoder = (): DecoderCommand =>
  new DecoderCommand([...FROM_SOURCE, fileURLToPath(new URL("../../src/main.decoder.ts", import.meta.url))]);
