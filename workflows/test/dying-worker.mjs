/**
 * A worker in a process of its own, to be killed with -9:
 * `node dying-worker.mjs <address> <task queue> <bundle file> <activity>…`. It hands every activity to its parent and waits for the answer.
 */
import { NativeConnection, Runtime, DefaultLogger, Worker } from "@temporalio/worker";

const [address, taskQueue, codePath, ...names] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger("ERROR"), shutdownSignals: [] });

const waiting = new Map();
let asked = 0;
process.on("message", ({ id, answer }) => waiting.get(id)?.(answer));
process.on("disconnect", () => process.exit(0));

const activities = names.map((name) => [
  name,
  (...args) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      process.send({ id: asked, name, args });
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
