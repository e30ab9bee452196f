import { parentPort, workerData } from "node:worker_threads";
import type { PrintContent } from "./admin/prints/print.content.js";
import { drawPrint } from "./admin/prints/print.pdf.js";

/**
 * Draws one print in a thread of its own (PrinterService), and sends it piece by piece: fonts of several scripts take the
 * processor for seconds, and the api's own thread answers visitors meanwhile.
 */
await drawPrint(workerData as PrintContent, (chunk) => parentPort?.postMessage(chunk));
