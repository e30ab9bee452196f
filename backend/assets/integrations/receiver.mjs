// A receiver of Sakhi Bazaar's webhooks: npm install standardwebhooks, then
// WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
/** Keep this where your data is: each event may come more than once, always with the same webhook-id. */
const seen = new Set();

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  // The bytes as they came: JSON that was parsed and written again has another signature.
  const body = Buffer.concat(parts).toString("utf8");
  let event;
  try {
    // Checks the signature, and refuses what is older than five minutes.
    event = webhook.verify(body, request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers["webhook-id"];
  if (!seen.has(id)) {
    seen.add(id);
    console.log(`${event.type} ${JSON.stringify(event.data)}`);
  }
  // Answer within ten seconds, and do slow work afterwards.
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT), () => console.log(`listening on ${server.address().port}`));
