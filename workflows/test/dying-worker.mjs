/**
 * A worker in a separate process, to be killed with -9. It delegates every activity to its parent process:
 * `node dying-worker.mjs <address> <task queue> <bundle file> <activity>…`
 */
import { NativeConnection, Runtime, DefaultLogger, Worker } from "@temporalio/worker";

const [address, taskQueue, codePath, ...names] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger("ERROR"), shutdownSignals: [] });

const pending = new Map();
let requests = 0;
process.on("message", ({ id, result }) => pending.get(id)?.(result));
process.on("disconnect", () => process.exit(0));

const activities = names.map((name) => [
  name,
  (...args) =>
    new Promise((resolve) => {
      requests += 1;
      pending.set(requests, resolve);
      process.send({ id: requests, name, args });
    }),
]);
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  activities: Object.fromEntries(activities),
  workflowBundle: { codePath },
  stickyQueueScheduleToStartTimeout: "3 seconds",
  identity: "dying",
});
await worker.run();
